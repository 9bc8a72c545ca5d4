const pascalCase = (name) => name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())

function codesOf(name, dictionary) {
  const named = [...dictionary.get('values')].filter(([, entry]) => entry instanceof Map && entry.has('name'))
  if (named.length === 0) return []
  const type = pascalCase(name)
  const rows = named.map(
    ([value, entry]) => `  /** ${entry.get('label')} */\n  ${entry.get('name')}: '${value}',`,
  )
  const table = `/** ${dictionary.get('title')} */\nexport const ${type} = {\n${rows.join('\n')}\n} as const`
  // An editable dictionary has more values than those that are named here: their union would be no type of it.
  if (!dictionary.get('closed')) return [table]
  return [table, `export type ${type} = (typeof ${type})[keyof typeof ${type}]`]
}

/** The text of gen/codes.ts: the values of dictionaries by name, one constant a dictionary, called as its schema is. */
export function writeCodes(dictionaries) {
  const codes = [...dictionaries].flatMap(([name, dictionary]) => codesOf(name, dictionary))
  return `\n${codes.join('\n')}\n`
}
