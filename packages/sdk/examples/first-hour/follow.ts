// 跟随事件：记录一有变化即读到；停止后重新执行，从上次的位置继续
import { readFile, writeFile } from 'node:fs/promises'
import { createClient } from '@xinchu/sdk'
import { environmentCredentials } from '@xinchu/sdk/node'

const xinchu = createClient({
  baseUrl: process.env['XINCHU_SERVER'] ?? 'https://platform.example',
  credentials: environmentCredentials(),
})

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort())

const POSITION = 'position.txt'
const kept = await readFile(POSITION, 'utf8').catch(() => undefined)
let after = kept === undefined ? (await xinchu.events.read({ limit: 1 })).head : Number(kept)
console.log(`从 ${after} 之后开始`)

while (!stop.signal.aborted) {
  const page = await xinchu.events.read({ after, wait: 20 }, { signal: stop.signal }).catch((error) => {
    if (!stop.signal.aborted) throw error
  })
  for (const { kind, recordId, time } of page?.content ?? []) console.log(time, kind, recordId)
  after = page?.next ?? after
  await writeFile(POSITION, String(after)) // 处理完一页再保存
}
