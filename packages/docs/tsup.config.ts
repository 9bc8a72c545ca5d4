import { defineConfig } from 'tsup'

// Classic scripts, because browsers refuse modules of a page that is opened as a file.
export default defineConfig({
  entry: { theme: 'src/client/theme.ts', site: 'src/client/site.ts' },
  outDir: 'dist/assets',
  format: 'iife',
  target: 'es2022',
  platform: 'browser',
  outExtension: () => ({ js: '.js' }),
  minify: true,
  silent: true,
  clean: false,
})
