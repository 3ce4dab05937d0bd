import './ssr/browser-entry.tsx';
