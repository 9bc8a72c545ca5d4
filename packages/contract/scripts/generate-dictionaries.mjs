/** Text of gen/dictionaries.ts. Uses maps, because an object would sort 10 before 01. */
export function writeDictionaries(dictionaries) {
  const entries = [...dictionaries].map(([name, dictionary]) => {
    const [title, closed] = ['title', 'closed'].map((key) => dictionary.get(key))
    const rows = [...dictionary.get('values')].map(([value, entry]) => {
      const { label, parent } = entry instanceof Map ? Object.fromEntries(entry) : { label: entry }
      return `      { value: ${JSON.stringify(value)}, label: ${JSON.stringify(label)}${parent ? `, parent: ${JSON.stringify(parent)}` : ''} },`
    })
    return `  ${name}: {\n    title: ${JSON.stringify(title)},\n    closed: ${closed},\n    values: [\n${rows.join('\n')}\n    ],\n  },`
  })
  return `
export interface DictionaryValue {
  readonly value: string
  readonly label: string
  /** Value of the parent dictionary. */
  readonly parent?: string
}

export interface Dictionary {
  readonly title: string
  /** Closed dictionaries are enums of the contract and cannot be edited. */
  readonly closed: boolean
  readonly values: readonly DictionaryValue[]
}

export type DictionaryName = ${[...dictionaries.keys()].map((name) => `'${name}'`).join(' | ')}

/** All dictionaries with their initial values. */
export const dictionaries: Readonly<Record<DictionaryName, Dictionary>> = {
${entries.join('\n')}
}
`
}
