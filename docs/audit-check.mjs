// Checks an exported audit log without any code of the platform: node audit-check.mjs <file.csv> [seq:hash kept elsewhere]
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [file, known] = process.argv.slice(2)
const rows = [[]]
// A quoted cell, or one without quotes, and what ends it.
for (const [, quoted, plain, end] of readFileSync(file, 'utf8')
  .replace(/^\ufeff/, '')
  .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
  rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain)
  if (end !== ',') rows.push([])
}
// The first line says what the file is.
const start = rows.findIndex((row) => row.includes('前一哈希'))
const [header, lines] = [rows[start] ?? [], rows.slice(start + 1)]
const column = (name) => header.indexOf(name)
let problems = 0
let last
const seen = new Map()
for (const line of lines.filter(([first]) => /^\d+$/.test(first ?? ''))) {
  const [seq, hash, before, text] = [0, column('哈希'), column('前一哈希'), column('正文')].map(
    (at) => line[at],
  )
  const entry = JSON.parse(text)
  const wrong = [
    createHash('sha256').update(`${before}\n${text}`).digest('hex') !== hash && '哈希不符',
    last && Number(seq) === last.seq + 1 && before !== last.hash && '与前一条不相连',
    last && Number(seq) !== last.seq + 1 && `其前缺少 ${Number(seq) - last.seq - 1} 条`,
    line[column('操作')] !== entry.action && '操作与正文不符',
    line[column('状态码')] !== String(entry.result) && '状态码与正文不符',
  ].filter(Boolean)
  if (wrong.length > 0) console.log(`序号 ${seq}：${wrong.join('，')}`)
  problems += wrong.length
  last = { seq: Number(seq), hash }
  seen.set(`${seq}:${hash}`, true)
}
if (known && !seen.has(known) && ++problems) console.log(`抄存的末端 ${known} 不在文件中`)
console.log(`${last ? `${last.seq}:${last.hash}` : '没有记录'}，${problems} 处问题`)
process.exit(problems > 0 ? 1 : 0)
