const METHODS = ['get', 'post', 'put', 'delete']
const kebab = (camelName) => camelName.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The command line's word pair of each operation: `xinchu <resource> <verb>`, from the names of the SDK by one rule. */
export function writeOperations(document) {
  const found = {}
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS.filter((name) => item[name])) {
      const { resource, method: verb } = item[method]['x-sdk']
      found[kebab(resource)] ??= {}
      found[kebab(resource)][kebab(verb)] = `${method.toUpperCase()} ${path}`
    }
  return `
/** Method and path of each operation, by the resource and verb of the command line. */
export const operations: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(found, null, 2)}
`
}
