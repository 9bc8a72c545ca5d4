import { chapters, kindOf, type Manual, type ManualKind, manualOf } from '../domain/manual/chapters.ts'
import { grants, menus } from './menus.ts'

/** The manual of each kind of department: the chapters of the menus that it may have. */
function composed(): ReadonlyMap<ManualKind, Manual> {
  const keys = new Map<ManualKind, Set<string>>()
  for (const grant of grants) {
    const kind = kindOf(grant.deptId)
    if (!kind) continue
    const known = keys.get(kind) ?? new Set()
    for (const key of grant.menus.split(' ')) known.add(key)
    keys.set(kind, known)
  }
  return new Map([...keys].map(([kind, granted]) => [kind, manualOf(kind, granted)]))
}

/** The manual of each kind of department that has menus. */
export const manuals: ReadonlyMap<ManualKind, Manual> = composed()

/** The chapter about the page at this address. */
export function chapterAt(path: string): string | undefined {
  const key = Object.entries(menus).find(
    ([, menu]) => menu.path.replace(/:\w+$/, '') === path.replace(/[^/]*\d+$/, ''),
  )?.[0]
  return key === undefined ? undefined : chapters.find((chapter) => chapter.menus.includes(key))?.id
}
