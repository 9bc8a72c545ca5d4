// 导入一千行；中断后重新执行即接续，不会写入两次
import { createClient, type ImportRecord, importRows } from '@xinchu/sdk'
import { environmentCredentials, fileJournal } from '@xinchu/sdk/node'

const xinchu = createClient({
  baseUrl: process.env['XINCHU_SERVER'] ?? 'https://platform.example',
  credentials: environmentCredentials(),
})

/** 换成数据库的查询：键为字段名，值写代码或名称均可 */
function* stations(): Generator<ImportRecord> {
  const place = { province: '宁夏回族自治区', city: '吴忠市', county: '盐池县', address: '青山乡' }
  const owner = { ownerType: '3', contactName: '李明', contactPhone: '13800138000' }
  const tech = { projectType: '1', techType: '01', techSubType: '0101', isEchelonUse: '否' }
  const grid = { gridVoltage: '110', gridOperator: '1', planGridDate: '2027-12-01', buildStatus: '规划' }
  const more = { appScenario: '2', appSubScenario: '21', functionTypes: '1', totalInvestment: 20_000 }
  for (let no = 1; no <= 1_000; no++) {
    const name = { projectName: `盐池县示例储能站（${no}期）`, phaseNo: `${no}期` }
    const at = { longitude: (5_328 + (no % 50)) / 50, latitude: (3_705 + 2 * Math.floor(no / 50)) / 100 }
    yield { ...name, ...place, ...at, ratedPower: 100, ratedEnergy: 200, ...owner, ...tech, ...grid, ...more }
  }
}

const { batch, written, errorRows } = await importRows(xinchu.imports, stations(), {
  journal: fileJournal('first-hour.json'),
})
console.log(`已写入 ${written} 行，有错误 ${batch.errorRows} 行，疑似重复 ${batch.repeatRows} 行`)
for await (const row of errorRows()) for (const { message } of row.errors) console.log(message)
