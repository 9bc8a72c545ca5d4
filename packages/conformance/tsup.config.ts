import { writeFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

const entry = { index: 'src/index.ts' }

export default defineConfig([
  {
    entry,
    format: ['cjs'],
    target: 'es2022',
    // Chinese stays as it is: written in escapes it is twice as long.
    esbuildOptions: (options) => {
      options.charset = 'utf8'
    },
    sourcemap: true,
    clean: true,
    // The code is there once: the ES module hands on the names of the other one.
    async onSuccess() {
      writeFileSync('dist/index.js', "export * from './index.cjs'\n")
    },
  },
  // Their types differ in the extension of what they import.
  { entry, format: ['esm', 'cjs'], dts: { only: true } },
])
