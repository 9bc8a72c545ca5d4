import { copyFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

export default defineConfig([
  {
    entry: { index: 'src/index.ts', node: 'src/node/index.ts', fields: 'src/gen/fields.ts' },
    format: ['esm', 'cjs'],
    target: 'es2022',
    dts: true,
    treeshake: true,
    async onSuccess() {
      copyFileSync('src/gen/openapi.json', 'dist/openapi.json')
      copyFileSync('src/gen/schema.d.ts', 'dist/schema.d.ts')
    },
  },
  {
    entry: { cli: 'src/cli/main.ts' },
    format: ['esm'],
    target: 'node20',
    platform: 'node',
    // Published as one file that needs only the package itself.
    noExternal: [/.*/],
  },
])
