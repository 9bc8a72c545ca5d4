import { UsageError } from './exit.ts'

// A name, a name in quotes, an index, all members, or several names: `content[*].{id,projectName}`.
const STEP =
  /^(?:\.?([\p{L}_][\p{L}\p{N}_-]*)|\[\s*(?:(\*)|(-?\d+)|(["'])(.*?)\4)?\s*\]|\.?\{([^{}]+)\}|\.(\*))/u

type Step = (value: unknown) => unknown

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name] // an object, just checked
    : undefined

const membersOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : []

/** Picks part of a reply by a path, such as `content[*].id` or `content[0].{id,name}`; a leading `$` is allowed. */
export function pick(value: unknown, path: string): unknown {
  let rest = path.trim().replace(/^\$/, '')
  let isMany = false
  let found: unknown = value
  const apply = (step: Step) => {
    found = isMany
      ? membersOf(found)
          .map(step)
          .filter((each) => each !== undefined)
      : step(found)
  }
  while (rest !== '') {
    const match = STEP.exec(rest)
    if (!match) throw new UsageError(`--query 有误：${rest}`)
    const [text, name, star, index, , quoted, names, dotStar] = match
    rest = rest.slice(text.length)
    const key = name ?? quoted
    if (key !== undefined) apply((each) => member(each, key))
    else if (index !== undefined) apply((each) => (Array.isArray(each) ? each.at(Number(index)) : undefined))
    else if (names !== undefined) {
      const pairs = names.split(',').map((each) => {
        const [label = '', source = label] = each.split(':').map((word) => word.trim())
        return [label, source] as const
      })
      apply((each) => Object.fromEntries(pairs.map(([label, source]) => [label, member(each, source)])))
    } else if (star !== undefined || dotStar !== undefined || text === '[]') {
      found = isMany ? membersOf(found).flatMap(membersOf) : membersOf(found)
      isMany = true
    } else throw new UsageError(`--query 有误：${text}`)
  }
  return found
}
