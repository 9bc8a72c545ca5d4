import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

// tsup's own `clean` would take away the schema again, which is copied and not built.
rmSync('dist', { recursive: true, force: true })

export default defineConfig([
  {
    entry: { index: 'src/index.ts', node: 'src/node/index.ts', fields: 'src/gen/fields.ts' },
    format: ['esm', 'cjs'],
    target: 'es2022',
    // The types refer to the schema by its own entry, so that it is published once.
    external: ['@xinchu/sdk/schema'],
    dts: true,
    treeshake: true,
    async onSuccess() {
      copyFileSync('src/gen/openapi.json', 'dist/openapi.json')
      copyFileSync('src/gen/schema.d.ts', 'dist/schema.d.ts')
      writeFileSync(
        'dist/schema.d.cts',
        `export type * from './schema.js' with { 'resolution-mode': 'import' }\n`,
      )
    },
  },
  {
    // The command line uses the package as any script would.
    entry: { cli: 'src/cli/main.ts' },
    format: ['esm'],
    target: 'node20',
    platform: 'node',
    external: [/^@xinchu\/sdk/],
  },
])
