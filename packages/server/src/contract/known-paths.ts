import { operations } from '../operations.ts'

const byPath = new Map<string, { pattern: RegExp; methods: string[] }>()
for (const { path, method } of operations) {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  const known = byPath.get(path) ?? { pattern, methods: [] }
  known.methods.push(method)
  byPath.set(path, known)
}

/** Methods of the contract for a URL path; empty for an unknown path. */
export const methodsAt = (path: string): readonly string[] => [
  ...new Set([...byPath.values()].flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))),
]
