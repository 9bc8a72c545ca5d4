import { defineConfig } from 'tsup'

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/book/index.ts',
    'src/password/index.ts',
    'src/place-boxes/index.ts',
    'src/reading/index.ts',
    'src/reading/table/index.ts',
  ],
  format: ['esm', 'cjs'],
  target: 'es2022',
  dts: true,
  clean: true,
  treeshake: true,
})
