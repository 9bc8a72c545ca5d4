import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Beginning with what takes longest, so that no worker is left alone with one of them at the end.
const LONGEST: readonly string[] = [
  ...['menus', 'table', 'frame/notices', 'import-crash', 'periodic', 'usage-sheet', 'statistics', 'landings'],
  ...['import-journey', 'desk', 'docs-code', 'system', 'foreign-clients'],
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
