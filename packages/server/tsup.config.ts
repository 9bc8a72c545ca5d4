import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    main: 'src/main.ts',
    index: 'src/index.ts',
    'workers/pglite': 'src/db/embedded/worker.ts',
  },
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  splitting: true,
  // The contract is data of this build; JSON modules differ between versions of Node.
  noExternal: [/^@xinchu\//],
  clean: true,
})
