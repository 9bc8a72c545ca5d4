import type { Issue, RecordValues } from '../record.ts'
import { error, textAt } from '../values.ts'

/** Checks that each detailed code starts with its parent code. */
export function belongingIssues(project: RecordValues): Issue[] {
  const strays = (part: string, whole: string) => {
    const [detail, parent] = [textAt(project, part), textAt(project, whole)]
    return detail !== undefined && parent !== undefined && !detail.startsWith(parent)
  }
  return [
    ...(strays('techSubType', 'techType') ? [error('P-001', 'techSubType', '细分技术与技术路线不匹配')] : []),
    ...(strays('appSubScenario', 'appScenario')
      ? [error('P-002', 'appSubScenario', '细分场景与应用场景不匹配')]
      : []),
  ]
}
