import { describe, expect, test } from 'vitest'
import { nameOfPasted, placed, repetitionOf } from '../src/ui/form/file-rules.ts'
import { type Sending, type Taken, UploadQueue, type UploadTarget } from '../src/ui/form/upload-queue.ts'
import type { StoredFile } from '../src/ui/ports.ts'

const fileOf = (name: string) => new File(['content'], name)
const stored = (id: number, fileName: string, sha256 = `digest ${fileName}`): StoredFile => ({
  id,
  fileName,
  size: 7,
  bizType: 'PROJECT_OTHER',
  sha256,
})

interface Call {
  name: string
  answer: (file: StoredFile) => void
  fail: (error: Error) => void
}

/** A record that takes files, and uploads that are answered by the test. */
function startRecord({ atMost = 20 } = {}) {
  let shown: readonly Sending[] = []
  let files: StoredFile[] = []
  let busy = 0
  const calls: Call[] = []
  const cancelled: string[] = []
  const queue = new UploadQueue((list) => {
    shown = list
  })
  const target: UploadTarget = {
    full: `附件至多 ${atMost} 个，未添加`,
    room: () => atMost - files.length - busy,
    onBusy: (change) => {
      busy += change
    },
    onStored(file, later): Taken {
      const repetition = repetitionOf(files, file)
      if (!repetition || 'hint' in repetition) files = placed(files, file, later)
      return repetition
    },
    cancel: (file) => cancelled.push(file.name),
    upload: (file, onProgress, signal) =>
      new Promise((answer, fail) => {
        onProgress(0.4)
        signal.addEventListener('abort', () => fail(new Error('aborted')))
        calls.push({ name: file.name, answer, fail })
      }),
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return {
    calls,
    cancelled,
    give: (...given: File[]) => queue.send(given, target),
    send: (...names: string[]) => queue.send(names.map(fileOf), target),
    async answer(name: string, file: StoredFile) {
      calls.findLast((call) => call.name === name)?.answer(file)
      await settled()
    },
    async fail(name: string, message: string) {
      calls.findLast((call) => call.name === name)?.fail(new Error(message))
      await settled()
    },
    item: (name: string) => shown.find((each) => each.name === name),
    shown: () => shown,
    names: () => files.map(({ fileName }) => fileName),
    busy: () => busy,
    settled,
  }
}

describe('files that are chosen together', () => {
  test('are sent three at once, and keep their order whichever is stored first', async () => {
    const record = startRecord()
    record.send('1.pdf', '2.pdf', '3.pdf', '4.pdf')
    expect(record.calls.map(({ name }) => name)).toEqual(['1.pdf', '2.pdf', '3.pdf'])
    expect(record.item('4.pdf')?.part).toBeUndefined()
    await record.answer('3.pdf', stored(13, '3.pdf'))
    await record.answer('4.pdf', stored(14, '4.pdf'))
    await record.answer('1.pdf', stored(15, '1.pdf'))
    await record.answer('2.pdf', stored(16, '2.pdf'))
    expect(record.names()).toEqual(['1.pdf', '2.pdf', '3.pdf', '4.pdf'])
    expect([record.shown(), record.busy()]).toEqual([[], 0])
  })

  test('beyond the limit are named before anything of them is sent', () => {
    const record = startRecord({ atMost: 2 })
    record.send('1.pdf', '2.pdf', '3.pdf', '4.pdf', '安装.exe')
    expect(record.calls).toHaveLength(2)
    expect(record.item('3.pdf 等 2 个文件')?.problem).toBe('附件至多 2 个，未添加')
    expect(record.item('安装.exe')?.problem).toContain('不支持此类文件')
  })

  test('one that fails is sent again at its place, and does not stop the others', async () => {
    const record = startRecord()
    record.send('1.pdf', '2.pdf')
    await record.fail('1.pdf', '接口请求失败')
    await record.answer('2.pdf', stored(12, '2.pdf'))
    expect(record.item('1.pdf')?.problem).toBe('接口请求失败')
    record.item('1.pdf')?.retry?.()
    expect(record.item('1.pdf')?.problem).toBeUndefined()
    await record.answer('1.pdf', stored(13, '1.pdf'))
    expect(record.names()).toEqual(['1.pdf', '2.pdf'])
    expect(record.busy()).toBe(0)
  })

  test.each(['1.pdf', '4.pdf'])('%s is cancelled, whether it is being sent or waits', async (name) => {
    const record = startRecord()
    record.send('1.pdf', '2.pdf', '3.pdf', '4.pdf')
    record.item(name)?.stop()
    await record.settled()
    expect(record.item(name)).toBeUndefined()
    expect(record.busy()).toBe(3)
  })
})

describe('a large file', () => {
  const large = new File([new Uint8Array(9 * 1024 * 1024)], '大.pdf')

  test('is paused and goes on, without being given up', async () => {
    const record = startRecord()
    record.give(large)
    record.item('大.pdf')?.pause?.()
    await record.settled()
    expect(record.item('大.pdf')).toMatchObject({ part: 0.4 })
    expect([record.item('大.pdf')?.pause, record.busy(), record.cancelled]).toEqual([undefined, 0, []])
    record.item('大.pdf')?.resume?.()
    expect(record.calls).toHaveLength(2)
    await record.answer('大.pdf', stored(1, '大.pdf'))
    expect([record.names(), record.shown(), record.busy()]).toEqual([['大.pdf'], [], 0])
  })

  test('that is cancelled while it is paused is given up', async () => {
    const record = startRecord()
    record.give(large)
    record.item('大.pdf')?.pause?.()
    await record.settled()
    record.item('大.pdf')?.stop()
    expect([record.item('大.pdf'), record.busy(), record.cancelled]).toEqual([undefined, 0, ['大.pdf']])
  })

  test('lets the others be sent while it is paused; a small file cannot be', async () => {
    const record = startRecord()
    record.give(large, fileOf('1.pdf'), fileOf('2.pdf'), fileOf('3.pdf'))
    expect(record.item('1.pdf')?.pause).toBeUndefined()
    record.item('大.pdf')?.pause?.()
    await record.settled()
    expect(record.calls.map(({ name }) => name)).toEqual(['大.pdf', '1.pdf', '2.pdf', '3.pdf'])
  })
})

test('a file that the record already has by name and content is not added again', async () => {
  const record = startRecord()
  record.send('备案证.pdf', '备案证.pdf', '副本.pdf')
  const [first, second] = record.calls
  first?.answer(stored(1, '备案证.pdf', 'same'))
  await record.settled()
  second?.answer(stored(2, '备案证.pdf', 'same'))
  await record.answer('副本.pdf', stored(3, '副本.pdf', 'same'))
  expect(record.names()).toEqual(['备案证.pdf', '副本.pdf'])
  expect(record.item('备案证.pdf')?.problem).toBe('已有同名且内容相同的文件，未重复添加')
  expect(record.item('副本.pdf')?.hint).toBe('已添加，内容与“备案证.pdf”相同，请核对')
})

test('a pasted picture gets a name of its own', () => {
  const now = new Date(2026, 10, 22, 10, 32, 5)
  expect(nameOfPasted('image.png', now)).toBe('粘贴的图片-20261122103205.png')
  expect(nameOfPasted('总平面图.png', now)).toBe('总平面图.png')
})
