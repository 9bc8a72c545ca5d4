import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/main.ts', 'src/index.ts'],
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  splitting: true,
  // The server is loaded as it was built, so that both share its modules.
  external: [/^@xinchu\/server/],
  noExternal: [/^@xinchu\/(contract|validators)/],
  esbuildOptions(options) {
    options.conditions = ['@xinchu/source']
  },
  clean: true,
})
