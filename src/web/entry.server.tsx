export * from './ssr/server-entry.tsx';
export { default } from './ssr/server-entry.tsx';
