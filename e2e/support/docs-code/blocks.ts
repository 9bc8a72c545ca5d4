// Blocks of code in the pages, for their test.

/** A block of code of a page with what its run needs. */
export interface Block {
  language: string
  code: string
  /** Line of its fence, from 1. */
  line: number
  /** Why it is not run. TypeScript is compiled all the same. */
  noRun?: string
  /** The test that runs it in another way: a whole program. */
  testedIn?: string
  /** Expected exit code of a shell block. */
  exit: number
  /** Hidden code of the page that precedes it: `<!-- setup ts … -->`. */
  setup: string
}

export interface PageCode {
  blocks: readonly Block[]
  /** Pilots account that the blocks use: `<!-- run as=county_yc with=a.xlsx,b.pdf -->`. */
  username: string
  /** Files that lie in the folder of the run. */
  files: readonly string[]
  /** The test that proves the blocks of another language: `<!-- tested-by sql packages/…/x.test.ts -->`. */
  testedBy: ReadonlyMap<string, string>
}

/** A fence, or a comment outside of fences. */
const PART = /^```(?<info>[^\n]*)\n(?<code>.*?)^```[ \t]*$|^<!--(?<comment>.*?)-->/gms

function blockOf(info: string, code: string, line: number, setups: ReadonlyMap<string, string>): Block {
  const [language = ''] = info.trim().split(' ')
  const noRun = /no-run="([^"]+)"/.exec(info)?.[1]
  const exit = Number(/exit=(\d+)/.exec(info)?.[1] ?? 0)
  const testedIn = /tested=(\S+)/.exec(info)?.[1]
  const setup = setups.get(language) ?? ''
  return { language, code, line, exit, setup, ...(noRun ? { noRun } : {}), ...(testedIn ? { testedIn } : {}) }
}

/** Parses the blocks of a page and the comments that say how to run them. */
export function codeOf(text: string): PageCode {
  const setups = new Map<string, string>()
  const testedBy = new Map<string, string>()
  const blocks: Block[] = []
  let username = 'svc_enterprise'
  let files: string[] = []
  for (const { index, groups = {} } of text.matchAll(PART)) {
    const { info, code = '', comment } = groups
    const line = text.slice(0, index).split('\n').length
    if (info !== undefined) blocks.push(blockOf(info, code, line, setups))
    const [, language = '', setup = ''] = /^ setup (\w+)\n(.*)$/s.exec(comment ?? '') ?? []
    if (language) setups.set(language, setup)
    const [, tested = '', test = ''] = /^ tested-by (\w+) (\S+)/.exec(comment ?? '') ?? []
    if (tested) testedBy.set(tested, test)
    const [, run = ''] = /^ run (.*)$/s.exec(comment ?? '') ?? []
    username = /as=(\S+)/.exec(run)?.[1] ?? username
    files = /with=(\S+)/.exec(run)?.[1]?.split(',') ?? files
  }
  return { blocks, username, files, testedBy }
}
