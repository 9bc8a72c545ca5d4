const kebab = (camelName) => camelName.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The command line's word pair of each operation: `xinchu <resource> <verb>`, from the names of the SDK by one rule. */
export function writeOperations({ operations }) {
  const found = {}
  for (const { resource, verb, method, path } of operations) {
    found[kebab(resource)] ??= {}
    found[kebab(resource)][kebab(verb)] = `${method} ${path}`
  }
  return `
/** Method and path of each operation, by the resource and verb of the command line. */
export const operations: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(found, null, 2)}
`
}
