import { defineConfig } from 'tsup'

// The command line uses the SDK as any script would.
export default defineConfig({
  entry: { cli: 'src/main.ts' },
  format: ['esm'],
  target: 'node20.19',
  platform: 'node',
  // Chinese stays as it is: written in escapes it is twice as long.
  esbuildOptions: (options) => {
    options.charset = 'utf8'
  },
  sourcemap: true,
  clean: true,
})
