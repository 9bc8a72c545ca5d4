import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { defineConfig, type Options } from 'tsup'
import { compactContract } from '../contract/scripts/compact-contract.ts'
import { compactTypes } from '../contract/scripts/compact-types.ts'
import { packedFields } from '../contract/scripts/pack-fields.ts'
import { dictionaries } from '../contract/src/gen/dictionaries.ts'
import { fields, groups } from '../contract/src/gen/fields.ts'

// tsup's own `clean` would take away the schema again, which is copied and not built.
rmSync('dist', { recursive: true, force: true })

// Chinese stays as it is: written in escapes it is twice as long.
const readable = (options: { charset?: string }) => {
  options.charset = 'utf8'
}
// Not minified, so that functions and errors keep their names in logs, and traces lead to lines that can be read.
const esm = { format: ['esm'] as 'esm'[], target: 'es2022', esbuildOptions: readable, sourcemap: true }
const cjs = { ...esm, format: ['cjs'] as 'cjs'[] }
// Tables of data: nobody reads their layout, and no trace leads there.
const table = { minify: true, sourcemap: false }
// What is handed on of the contract is built from its own files, so that its declarations are built in too.
const ofContract = '../contract/src'
const entries = {
  index: 'src/index.ts',
  node: 'src/node/index.ts',
  fields: `${ofContract}/gen/fields.ts`,
  rights: `${ofContract}/rights.ts`,
  codes: `${ofContract}/gen/codes.ts`,
  operations: 'src/operations.ts',
  webhooks: 'src/webhooks.ts',
  queue: 'src/queue/index.ts',
  precheck: 'src/precheck.ts',
  raw: 'src/raw/index.ts',
}

// What each function does stands in the types; a second time it would only be weight.
const withoutDocs: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'without-docs',
  setup(build) {
    build.onLoad({ filter: /gen[\\/]resources[\\/]/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/^ *\/\*\* .* \*\/\n/gm, ''),
      loader: 'ts',
    }))
  },
}

const withPackedFields: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'with-packed-fields',
  setup(build) {
    build.onLoad({ filter: /gen[\\/]fields\.ts$/ }, () => ({
      contents: packedFields({ fields, groups, dictionaries }),
    }))
  },
}

const contractEntries = ['@xinchu/sdk', '@xinchu/sdk/schema', '@xinchu/sdk/openapi.json']

export default defineConfig([
  ...[esm, cjs].flatMap((format): Options[] => [
    {
      ...format,
      entry: {
        index: entries.index,
        node: entries.node,
        rights: entries.rights,
        webhooks: entries.webhooks,
        queue: entries.queue,
        precheck: entries.precheck,
        operations: entries.operations,
        raw: entries.raw,
        // Which of them a client sends by, the condition of the importer decides.
        'default-node': 'src/node/default-transport.ts',
        'default-fetch': 'src/http/default-transport.ts',
        'default-runtime': 'src/http/default-runtime.ts',
      },
      // What the entries share is there once.
      external: ['@xinchu/sdk', '#default-transport'],
      treeshake: true,
      esbuildPlugins: [withoutDocs],
    },
    { ...format, ...table, entry: { codes: entries.codes } },
  ]),
  // The largest parts are there once: the ES module hands on the names of the other one.
  {
    ...cjs,
    ...table,
    entry: { fields: entries.fields },
    esbuildPlugins: [withPackedFields],
    async onSuccess() {
      for (const name of Object.keys(entries))
        writeFileSync(`dist/${name}.d.ts`, `export * from './${name}.cjs'\n`)
      writeFileSync('dist/fields.js', "export { dictionaries, fields, groups } from './fields.cjs'\n")
      // An ES module may import types of CommonJS since TypeScript 4.7; the other way needs an attribute of 5.3.
      writeFileSync('dist/schema.d.cts', compactTypes(readFileSync(`${ofContract}/gen/schema.d.ts`, 'utf8')))
      writeFileSync('dist/schema.d.ts', "export * from './schema.cjs'\n")
      writeFileSync(
        'dist/openapi.json',
        compactContract(readFileSync(`${ofContract}/gen/openapi.json`, 'utf8')),
      )
    },
  },
  {
    // Each type once: what is imported takes the types of what is required, and both refer to the schema by its own entry.
    entry: entries,
    format: ['cjs'],
    // The reader of the contract has no copy here, so its declarations are built from its sources.
    dts: {
      only: true,
      compilerOptions: { paths: { '@xinchu/contract/operations': [`./${ofContract}/operations.ts`] } },
    },
    external: contractEntries,
  },
])
