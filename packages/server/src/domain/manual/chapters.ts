import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dictionaries } from '@xinchu/contract/dictionaries'
import { deptKinds } from '@xinchu/contract/rights'
import { packageRoot } from '../../runtime/package-root.ts'
import { version } from '../../version.ts'
import { type Block, blocksOf } from './markdown.ts'

/** Folder of the manual's chapters and pictures, in the sources and in the build. */
export const manualFolder: string = join(packageRoot, 'manual')

export interface Chapter {
  /** Anchor of its page. */
  id: string
  title: string
  /** Keys of the menus that it describes; none for a chapter for everyone. */
  menus: readonly string[]
  blocks: readonly Block[]
}

/** A manual for one kind of department. */
export interface Manual {
  kind: ManualKind
  title: string
  version: string
  /** Day of its pictures, `yyyy-MM-dd`. */
  date: string
  chapters: readonly Chapter[]
}

export type ManualKind = keyof typeof deptKinds

const HEAD = /^---\ntitle: (?<title>.+)\n(?:menus: (?<menus>[A-Z0-9 ]+)\n)?---\n/

function chapterOf(file: string): Chapter {
  const text = readFileSync(join(manualFolder, file), 'utf8')
  const head = HEAD.exec(text)
  if (!head?.groups) throw new Error(`${file} has no title`)
  return {
    id: file.replace(/^\d+-|\.md$/g, ''),
    title: head.groups['title'] ?? '',
    menus: head.groups['menus']?.split(' ') ?? [],
    blocks: blocksOf(text.slice(head[0].length)),
  }
}

/** All chapters in their order. */
export const chapters: readonly Chapter[] = readdirSync(manualFolder)
  .filter((file) => /^\d+-.*\.md$/.test(file))
  .sort()
  .map(chapterOf)

const edition: { date: string } = JSON.parse(readFileSync(join(manualFolder, 'edition.json'), 'utf8'))

const kinds = Object.keys(deptKinds) as ManualKind[] // its own keys

/** The kind of a department's id. */
export const kindOf = (deptId: number): ManualKind | undefined =>
  kinds.find((kind) => deptKinds[kind] === deptId)

export const isManualKind = (name: string): name is ManualKind => Object.hasOwn(deptKinds, name)

/**
 * Composes the manual of a kind of department.
 * @param menus keys of the menus that the kind may have
 */
export function manualOf(kind: ManualKind, menus: ReadonlySet<string>): Manual {
  const id = String(deptKinds[kind])
  const label = dictionaries.dept_kind.values.find(({ value }) => value === id)?.label ?? ''
  return {
    kind,
    title: label,
    version,
    date: edition.date,
    chapters: chapters.filter((each) => each.menus.length === 0 || each.menus.some((key) => menus.has(key))),
  }
}

/** Changes with anything that shows in a manual of this platform. */
export function digestOf(manual: Manual, platform: string): string {
  const hash = createHash('sha256').update(JSON.stringify([manual, platform]))
  for (const { blocks } of manual.chapters)
    for (const block of blocks)
      if (block.kind === 'picture') hash.update(readFileSync(pictureFile(block.name)))
  return hash.digest('hex').slice(0, 32)
}

export const pictureFile = (name: string): string => join(manualFolder, 'pictures', `${name}.jpg`)
