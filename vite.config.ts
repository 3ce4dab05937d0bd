import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    target: 'es2022',
    // Pictures and the font stay files of their own: data addresses would be refused by the content-security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // React and the router change together and are on every page: one file compresses better than four.
        codeSplitting: {
          groups: [{ name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ }],
        },
      },
    },
  },
});
