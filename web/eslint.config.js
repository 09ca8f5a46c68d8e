/** What the linter looks for: the recommended rules, and a few of our own. Layout is the formatter's business. */
import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

export default ts.config(
  { ignores: ['node_modules/', 'src/generated/'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      eqeqeq: 'error',
      'no-undef': 'off', // the compiler of TypeScript says it better
      'no-console': 'error',
      'object-shorthand': 'error',
      'max-lines': ['error', 500],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      'svelte/no-useless-mustaches': 'off', // {' '} is a space that the formatter keeps
      'svelte/prefer-svelte-reactivity': 'off', // our sets and maps are replaced, not changed
    },
  },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  { files: ['build/**'], rules: { 'no-console': 'off' } },
)
