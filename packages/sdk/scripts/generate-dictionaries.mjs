/** The text of gen/dictionaries.ts. */
export function writeDictionaries(dictionaries) {
  const entries = Object.entries(dictionaries).map(([name, { title, closed, values }]) => {
    const rows = Object.entries(values).map(([value, entry]) => {
      const { label, parent } = typeof entry === 'string' ? { label: entry } : entry
      return `      { value: ${JSON.stringify(value)}, label: ${JSON.stringify(label)}${parent ? `, parent: ${JSON.stringify(parent)}` : ''} },`
    })
    // JavaScript puts integer-like keys first; the numeric order is what the document has, bar leading zeros.
    return `  ${name}: {\n    title: ${JSON.stringify(title)},\n    closed: ${closed},\n    values: [\n${rows.join('\n')}\n    ],\n  },`
  })
  return `
export interface DictionaryValue {
  readonly value: string
  readonly label: string
  /** The value of the parent dictionary that this one belongs to. */
  readonly parent?: string
}

export interface Dictionary {
  readonly title: string
  /** Closed dictionaries are enums of the contract and cannot be edited. */
  readonly closed: boolean
  readonly values: readonly DictionaryValue[]
}

export type DictionaryName = ${Object.keys(dictionaries)
    .map((name) => `'${name}'`)
    .join(' | ')}

/** Every dictionary as the contract first fills it. */
export const dictionaries: Readonly<Record<DictionaryName, Dictionary>> = {
${entries.join('\n')}
}
`
}
