/** Most values of a dictionary that a comment lists. */
const MOST_WORDS = 30

const valueText = ([value, entry]) => `${value} ${entry instanceof Map ? entry.get('label') : entry}`

/** Values of a dictionary with their words. Of an enum that allows fewer, only those. */
function wordsOf(dictionary, allowed) {
  const values = [...dictionary.get('values')].filter(
    ([value]) => !allowed || allowed.includes(String(value)),
  )
  const shown = values.slice(0, MOST_WORDS).map(valueText).join('，')
  if (values.length > MOST_WORDS) return `${shown} 等 ${values.length} 个`
  return dictionary.get('closed') ? shown : `${shown}（可增补）`
}

/** Reads parts of a document by reference. */
class Reader {
  constructor(document) {
    this.document = document
  }

  resolve(part) {
    if (!part?.$ref) return part ?? {}
    return this.resolve(
      part.$ref
        .split('/')
        .slice(1)
        .reduce((at, key) => at[key], this.document),
    )
  }
}

/** Keeps an example of each quantity in `found`, out of the example of a whole body. */
function gather(reader, given, value, found) {
  const schema = reader.resolve(given)
  for (const part of [...(schema.allOf ?? []), ...(schema.oneOf ?? [])]) gather(reader, part, value, found)
  if (Array.isArray(value) && schema.items)
    for (const each of value) gather(reader, schema.items, each, found)
  else if (typeof value === 'object' && value)
    for (const [name, each] of Object.entries(schema.properties ?? {}))
      gather(reader, each, value[name], found)
  // Zero says nothing about the unit.
  else if (schema['x-unit'] && typeof value === 'number' && value !== 0 && !found.has(schema))
    found.set(schema, value)
}

function examplesOf(reader, document) {
  const found = new Map()
  const visit = (part) => {
    if (typeof part !== 'object' || part === null) return
    const { schema, example, examples = {} } = part
    if (schema && !Array.isArray(examples))
      for (const value of [example, ...Object.values(examples).map((each) => reader.resolve(each).value)])
        gather(reader, schema, value, found)
    for (const each of Object.values(part)) visit(each)
  }
  visit(document)
  return found
}

/** The words of a code: those of the schema itself, of its items, or of what it refers to. */
function codeWords(reader, dictionaries, schema) {
  const code = reader.resolve(schema.items ?? schema)
  const dictionary = dictionaries.get(code['x-dict'])
  if (!dictionary || code.type === 'boolean') return undefined
  return wordsOf(dictionary, code.enum?.map(String))
}

const joined = (...parts) => parts.filter(Boolean).join('。')

/**
 * Adds what a type cannot say to the titles and descriptions of a document, from which the comments of the generated types
 * are made: the unit and an example of each quantity, and the words of each code.
 */
export function addWords(document, dictionaries) {
  const reader = new Reader(document)
  const examples = examplesOf(reader, document)
  const added = []
  const visit = (part) => {
    if (typeof part !== 'object' || part === null) return
    for (const each of Object.values(part)) visit(each)
    const isParameter = part.in && part.schema
    const schema = isParameter ? part.schema : part
    const { 'x-unit': unit, title } = { ...reader.resolve(schema), ...schema }
    const words = codeWords(reader, dictionaries, schema)
    if (!unit && !words) return
    const caption = isParameter ? (part.description ?? title) : title
    const example = examples.get(reader.resolve(schema))
    added.push({ part, isParameter, caption, unit, words, example })
  }
  visit(document)
  // Written at the end: what refers to a part reads its title as the contract has it.
  for (const { part, isParameter, caption, unit, words, example } of added) {
    const isSaid = words && `${part.description}`.includes(words.split('，')[0])
    const text = `${caption ?? ''}${unit ? `，${unit}` : ''}${words && !isSaid ? `：${words}` : ''}`
    const sample = example === undefined ? '' : `如 ${example}`
    if (isParameter) part.description = joined(text, sample)
    else {
      part.title = text
      const description = joined(part.description, sample)
      if (description) part.description = description
    }
  }
  return document
}
