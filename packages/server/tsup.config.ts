import { defineConfig } from 'tsup'
import { workers } from './workers.config.ts'

export default defineConfig({
  entry: {
    main: 'src/main.ts',
    index: 'src/index.ts',
    'sample-port': 'src/sample-port.ts',
    ...Object.fromEntries(Object.entries(workers).map(([name, source]) => [`workers/${name}`, source])),
  },
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  splitting: true,
  // The contract is data of this build; JSON modules differ between versions of Node.
  noExternal: [/^@xinchu\//],
  // The published contract is shorter.
  esbuildOptions(options) {
    options.conditions = ['@xinchu/source']
  },
  clean: true,
})
