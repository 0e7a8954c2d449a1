import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import typescript from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default [
  // written by `make messages`
  { ignores: ['src/messages.ts', 'src/shapes.ts', 'src/review.ts', 'src/catalogue.ts', 'src/games/*/shapes.ts'] },
  js.configs.recommended,
  ...typescript.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  { files: ['public/*.js'], languageOptions: { globals: globals.serviceworker } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig } },
  },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_$', varsIgnorePattern: '^_$' }],
      'svelte/no-useless-mustaches': 'off', // {' '} is a space that formatting cannot take away
      'svelte/prefer-svelte-reactivity': 'off', // maps and addresses here are made, returned and never changed again
    },
  },
];
