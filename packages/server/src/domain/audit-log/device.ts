const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS/i, '鸿蒙'],
  [/Android/i, '安卓'],
  [/iPhone|iPad/i, 'iOS'],
  [/Windows/i, 'Windows'],
  [/Mac OS X|Macintosh/i, 'macOS'],
  [/Linux|X11/i, 'Linux'],
]

const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\/(\d+)/, 'Edge'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\b(?:Headless)?Chrome\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+).*Safari/, 'Safari'],
  [/\bxinchu\S*\/(\S+)/i, '新储 SDK'],
  [/^node\b(?:\/(\d+))?/i, 'Node.js'],
  [/^curl\/(\S+)/, 'curl'],
]

const LONGEST = 100

/** Names the program and the system of a `User-Agent` header. An unknown one stays as it was sent. */
export function deviceOf(userAgent: string | undefined): string | undefined {
  if (!userAgent) return undefined
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  for (const [pattern, name] of PROGRAMS) {
    const found = pattern.exec(userAgent)
    if (!found) continue
    return [[name, found[1]].filter(Boolean).join(' '), system].filter(Boolean).join('，').slice(0, LONGEST)
  }
  return userAgent.slice(0, LONGEST)
}
