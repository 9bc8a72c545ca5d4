import type ts from 'typescript'
import type { Group, Page } from '../pages.ts'
import { contract, operations } from '../reference/contract.ts'
import { sdkCall } from '../reference/operation.ts'
import { schemaPages } from '../reference/schemas.ts'
import { table } from '../reference/text.ts'
import { chapterOf, commentOf, kindOf } from './describe.ts'
import { entriesOfPackages, namesOf, type PublicName, programOf } from './program.ts'

const TITLES: Readonly<Record<string, string>> = {
  '@xinchu/sdk': 'Clients, sessions, errors and helpers',
  '@xinchu/sdk/node': 'Node: session files, credentials, transport',
  '@xinchu/sdk/fields': 'Fields and dictionaries',
  '@xinchu/sdk/codes': 'Values of dictionaries by name',
  '@xinchu/sdk/precheck': 'Checks of import rows before they are sent',
  '@xinchu/sdk/queue': 'The refresh queue for other services',
  '@xinchu/sdk/raw': 'The raw client with the types of openapi-fetch',
  '@xinchu/sdk/rights': 'Rights of callers',
  '@xinchu/sdk/operations': 'Operations of the contract, and their words on the command line',
  '@xinchu/conformance': 'Checks of another server against the contract',
  '@xinchu/testing': 'A fake platform, faults and handlers for tests',
  '@xinchu/sdk/webhooks': 'Verification of webhooks',
}

const KINDS = { function: 'Functions', class: 'Classes', constant: 'Constants', type: 'Types' } as const

// `@xinchu/sdk/node` and `@xinchu/testing` are each named by their last part.
const pathOf = (entry: string) => (entry === '@xinchu/sdk' ? 'sdk/main' : `sdk/${entry.split('/').at(-1)}`)

const firstSentence = (text: string) => /^.*?\.(?= |$)|^.*/.exec(text.replace(/\s+/g, ' '))?.[0] ?? ''

function listOf(names: readonly PublicName[], checker: ts.TypeChecker): string {
  return (Object.keys(KINDS) as (keyof typeof KINDS)[]) // the keys of the table above
    .map((kind) => {
      const of = names.filter(({ declaration }) => kindOf(declaration) === kind)
      const rows = of.map(({ name, symbol }) => [
        `[\`${name}\`](#${name})`,
        firstSentence(commentOf(symbol, checker)),
      ])
      return rows.length > 0 ? table([KINDS[kind], ''], rows) : ''
    })
    .filter(Boolean)
    .join('\n\n')
}

/** Generated types stand with the data of the operations. */
function generatedList(names: readonly PublicName[]): string {
  const rows = names.map(({ name }) => {
    const page = schemaPages.get(name)
    return page ? `[\`${name}\`](../operations/${page}#${name})` : `\`${name}\``
  })
  return rows.length > 0
    ? `## Types of the contract {#contract-types}\n\nGenerated from the contract, one for each object, dictionary and query.\n\n${rows.join(', ')}`
    : ''
}

function entryPage(entry: string, file: string, program: ts.Program): Page {
  const checker = program.getTypeChecker()
  const all = namesOf(program, file)
  const isMain = entry === '@xinchu/sdk'
  const written = all.filter(
    ({ isGenerated, declaration }) => !isGenerated || (!isMain && kindOf(declaration) !== 'type') || !isMain,
  )
  const resources = isMain
    ? all.filter(({ isGenerated, declaration }) => isGenerated && kindOf(declaration) !== 'type')
    : []
  const generated = all.filter((each) => !written.includes(each) && !resources.includes(each))
  return {
    path: pathOf(entry),
    name: entry,
    text: [
      `# ${entry}`,
      `${TITLES[entry] ?? ''}.`,
      listOf(written, checker),
      ...written.map((each) => chapterOf(each, checker)),
      resources.length > 0
        ? `## Resources {#resources}\n\n${resources.map(({ name }) => `\`${name}\``).join(', ')}. Their functions: [Calls](calls.md).`
        : '',
      generatedList(generated),
    ]
      .filter(Boolean)
      .join('\n\n'),
  }
}

/** Every function of the client, by resource. */
function callsPage(): Page {
  const byResource = new Map<string, string[][]>()
  for (const operation of operations) {
    const { id, tag, resource } = operation
    const row = [`[\`${sdkCall(operation)}\`](../operations/${tag}.md#${id})`, operation.summary]
    byResource.set(resource, [...(byResource.get(resource) ?? []), row])
  }
  const chapters = [...byResource].map(
    ([resource, rows]) => `## ${resource} {#${resource}}\n\n${table(['Function', 'Summary'], rows)}`,
  )
  return {
    path: 'sdk/calls',
    name: 'Calls',
    text: [
      '# Calls',
      'One function for each operation, grouped by resource. Every function also takes call options as its last argument: `signal`, `headers`, `timeout`, `retry`, `idempotencyKey`, `onUpload`, `onDownload`. Each name leads to parameters, callers, errors and examples.',
      ...chapters,
    ].join('\n\n'),
  }
}

/** The reference of the SDK's public names. */
export function sdkGroups(): Group[] {
  const entries = entriesOfPackages()
  const program = programOf([...entries.values()])
  const pages = [...entries].map(([entry, file]) => entryPage(entry, file, program))
  const rows = [...entries.keys()].map((entry) => [
    `[\`${entry}\`](${pathOf(entry).slice(4)}.md)`,
    TITLES[entry] ?? '',
  ])
  const index: Page = {
    path: 'sdk/index',
    name: 'Overview',
    text: [
      `# @xinchu/sdk ${contract.document.info.version}`,
      'Typed client of the Xinchu platform for browsers, Node 20.19 or later, Deno and Bun. The guides are in Chinese; this part lists every public name in English. All of it is generated from the sources.',
      table(
        ['Entry point', ''],
        [...rows, ['[Calls](calls.md)', `The ${operations.length} functions of the client`]],
      ),
      'Two more entry points are data: `@xinchu/sdk/openapi.json`, the contract, and `@xinchu/sdk/schema`, its types as openapi-typescript makes them.',
      'Every failure is an `XinchuError`; switch on its `kind`. Each kind has a page with its cause and cure: [errors](../errors/index.md).',
    ].join('\n\n'),
  }
  return [
    { title: '', pages: [index, callsPage()] },
    { title: 'Entry points', pages },
  ]
}
