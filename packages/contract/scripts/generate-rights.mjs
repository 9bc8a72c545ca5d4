const literal = (value) => JSON.stringify(value)

/** Formats a contract table as a constant, one row per line. */
const table = (name, summary, rows) =>
  `/** ${summary} */\nexport const ${name} = {\n${Object.entries(rows)
    .map(([key, value]) => `  ${literal(key)}: ${literal(value)},`)
    .join('\n')}\n} as const\n`

/** Text of gen/rights.ts: department kinds, caller codes and their rights. */
export function writeRights(document) {
  const codes = document['x-caller-codes']
  // Titles are for readers of the document; they would travel with every first page.
  const holders = Object.fromEntries(
    Object.entries(codes).map(([name, { title, ...holder }]) => [name, holder]),
  )
  const groups = document['x-caller-groups']
  const expanded = (callers) => callers.flatMap((name) => groups[name] ?? [name])
  const unknown = Object.values(document['x-rights'])
    .flatMap(({ callers }) => expanded(callers))
    .filter((name) => !(name in codes))
  if (unknown.length > 0) throw new Error(`x-rights names unknown callers: ${unknown.join(', ')}`)
  const rights = Object.entries(document['x-rights']).map(([name, { callers }]) => [name, expanded(callers)])
  return [
    '',
    table('deptKinds', 'Department kinds by name.', document['x-dept-kinds']),
    table('callerCodes', 'The department kinds and roles that each caller code stands for.', holders),
    table('callerGroups', 'Caller codes that are named together.', groups),
    table('rights', 'The caller codes that have each right.', Object.fromEntries(rights)),
  ].join('\n')
}
