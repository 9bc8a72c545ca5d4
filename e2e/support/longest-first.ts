import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Beginning with what takes longest, so that no worker is left alone with one of them at the end.
const LONGEST: readonly string[] = [
  ...['menus', 'frame/notices', 'table', 'pilot-batch', 'import-journey', 'statistics', 'periodic', 'system'],
  ...['landings', 'docs-code', 'messages', 'usage-sheet', 'desk', 'frame/tags', 'sheet-saving', 'provincial'],
  ...['duplicates', 'import-crash', 'windows-and-dictionaries', 'project-screens', 'foreign-clients'],
]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
  return at < 0 ? LONGEST.length : at
}

/** Runs the longest files first, the others in the usual order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
