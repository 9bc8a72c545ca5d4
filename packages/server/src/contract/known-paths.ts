import { operations } from './document.ts'

const byPath = new Map<string, { pattern: RegExp; methods: string[] }>()
for (const { path, method } of operations) {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  const known = byPath.get(path) ?? { pattern, methods: [] }
  known.methods.push(method)
  byPath.set(path, known)
}

/** The methods that the contract has for an address; none for an address that it does not have. */
export const methodsAt = (path: string): readonly string[] => [
  ...new Set([...byPath.values()].flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))),
]
