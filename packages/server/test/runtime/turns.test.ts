import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Turns, type Urgency } from '../../src/db/embedded/turns.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const QUIET_MS = 20
const LONG_MS = 1_000

/** Asks for a turn and notes in `begun` when it comes. */
function ask(turns: Turns, begun: string[], name: string, urgency: Urgency) {
  return turns.take(urgency).then(() => begun.push(name))
}

describe('turns at the embedded database', () => {
  test('come in the order in which they were asked for', async () => {
    const turns = new Turns()
    const begun: string[] = []
    for (const name of ['甲', '乙', '丙']) void ask(turns, begun, name, 'urgent')
    await vi.advanceTimersByTimeAsync(QUIET_MS)
    expect(begun).toEqual(['甲'])
    turns.give('urgent')
    turns.give('urgent')
    await vi.advanceTimersByTimeAsync(QUIET_MS)
    expect(begun).toEqual(['甲', '乙', '丙'])
  })

  test('come to a request before they come to work in the background that asked earlier', async () => {
    const turns = new Turns()
    const begun: string[] = []
    await turns.take('background')
    void ask(turns, begun, '导入', 'background')
    void ask(turns, begun, '查询', 'urgent')
    turns.give('background')
    await vi.advanceTimersByTimeAsync(QUIET_MS)
    expect(begun).toEqual(['查询'])
    turns.give('urgent')
    await vi.advanceTimersByTimeAsync(QUIET_MS)
    expect(begun).toEqual(['查询', '导入'])
  })

  test('stay with a request between its queries', async () => {
    const turns = new Turns()
    const begun: string[] = []
    await turns.take('urgent')
    void ask(turns, begun, '导入', 'background')
    turns.give('urgent')
    await Promise.resolve()
    void ask(turns, begun, '同一请求的下一查询', 'urgent')
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toEqual(['同一请求的下一查询'])
  })

  test('come to work in the background too while requests never cease', async () => {
    const turns = new Turns()
    const begun: string[] = []
    await turns.take('urgent')
    void ask(turns, begun, '导入', 'background')
    for (let passed = 0; passed < LONG_MS && !begun.includes('导入'); passed += 10) {
      void ask(turns, begun, '查询', 'urgent')
      await vi.advanceTimersByTimeAsync(10)
      turns.give('urgent')
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(begun).toContain('导入')
  })
})
