// 第一次调用：当前账号与可见的项目
import { createClient } from '@xinchu/sdk'
import { environmentCredentials } from '@xinchu/sdk/node'

const xinchu = createClient({
  baseUrl: process.env['XINCHU_SERVER'] ?? 'https://platform.example',
  credentials: environmentCredentials(), // XINCHU_USERNAME、XINCHU_PASSWORD
})

const { user } = await xinchu.auth.getInfo()
console.log(`${user.username}（${user.realName}）`)

const { content, totalElements } = await xinchu.projects.list({ size: 5, sort: ['ratedPower,desc'] })
console.log(`可见的项目 ${totalElements} 个，功率最大的：`)
for (const { projectName, ratedPower, ratedEnergy } of content)
  console.log(`${projectName} ${ratedPower ?? '—'} MW / ${ratedEnergy ?? '—'} MWh`)
