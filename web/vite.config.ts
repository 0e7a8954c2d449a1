import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { books } from './books.ts';
import { shell } from './shell.ts';

export default defineConfig(({ mode }) => ({
  plugins: [books(), svelte(), shell()],
  base: './', // files find each other; what comes before them the server writes into the page
  resolve: mode === 'test' ? { conditions: ['browser'] } : undefined,
  build: {
    outDir: '../src/goldrush/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the policy of the server allows files of its own only
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  // A busy machine takes its time.
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'], testTimeout: 30_000 },
}));
