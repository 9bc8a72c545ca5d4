import { ReportStatus } from '@xinchu/contract/codes'
import type { Trx } from '@xinchu/server/sample-port'
import { accountCompanies } from './companies.ts'
import { dayAfter } from './progress.ts'
import type { ReviewedProject, SampleProject } from './project.ts'
import { ReviewStage, type Subject } from './review-stage.ts'

// The province that has an account at every level.
const CHAIN_PROVINCE = '640000'

type Ids = Readonly<Record<ReviewedProject, number>>

const asProject = (id: number): Subject => ({ entity: 'PROJECT', id })

/** The first submissions, and the returns with remarks. */
async function firstRound(stage: ReviewStage, ids: Ids, today: string): Promise<void> {
  await stage.on(16, '09:20', () =>
    stage.move('enterprise', { ids: [ids.returned, ids.corrected, ids.provincial], action: 'SUBMIT' }),
  )
  await stage.on(13, '10:05', async () => {
    await stage.move('county', { ids: [ids.provincial], action: 'PASS', opinion: '材料齐全，同意上报' })
    await stage.move('county', {
      ids: [ids.returned, ids.corrected],
      action: 'RETURN',
      opinion: '请按备案文件核对建设规模与接入方案后重新提交',
      dueDate: dayAfter(today, -6),
      remarks: [
        {
          id: ids.returned,
          remarks: [
            { field: 'ratedEnergy', text: '与项目名称不一致，请按备案文件改正' },
            { field: 'gridVoltage', text: '150 MW 项目以 35 kV 接入不常见，请核对接入系统方案' },
            { field: 'totalInvestment', text: '请说明总投资是否包含接网工程费用' },
          ],
        },
        {
          id: ids.corrected,
          remarks: [
            { field: 'ratedEnergy', text: '备案文件为 200 MWh，请核对' },
            { field: 'longitude', text: '坐标落在青山村以东的耕地，请按用地红线中心点填写' },
            { field: 'gridVoltage', text: '请核对接入电压等级' },
          ],
        },
      ],
    })
  })
  await stage.on(12, '15:40', () => stage.move('city', { ids: [ids.provincial], action: 'PASS' }))
  await stage.on(11, '16:30', () =>
    stage.move('province', {
      ids: [ids.provincial],
      action: 'RETURN',
      opinion: '配建电源装机与年度开发指标文件不一致，请核对',
      dueDate: dayAfter(today, -4),
      remarks: [
        {
          id: ids.provincial,
          remarks: [
            { field: 'pairedCapacity', text: '指标文件为 200 MW，请核对' },
            { field: 'planGridDate', text: '请说明与风电场同步投运的安排' },
          ],
        },
      ],
    }),
  )
}

/** Makes the enterprise's corrections and answers, and its second submissions. */
async function secondRound(stage: ReviewStage, ids: Ids, today: string): Promise<void> {
  await stage.on(9, '14:10', async () => {
    await stage.correct(ids.returned, { ratedEnergy: 300, gridVoltage: '110' })
    await stage.correct(ids.corrected, {
      ratedEnergy: 200,
      longitude: 107.6183,
      totalInvestment: 20_900,
      planGridDate: dayAfter(today, 240),
    })
    await stage.correct(ids.provincial, { pairedCapacity: 200 })
    await stage.answer([
      [asProject(ids.returned), 'totalInvestment', '总投资含接网工程费用'],
      [asProject(ids.corrected), 'longitude', '已按用地红线图改为中心点坐标'],
      [asProject(ids.corrected), 'gridVoltage', '无需修改：接入系统批复为 110 kV'],
      [asProject(ids.provincial), 'planGridDate', '无需修改：与风电场二期同步投运'],
    ])
    await stage.move('enterprise', {
      ids: [ids.returned, ids.corrected, ids.provincial],
      action: 'SUBMIT',
    })
  })
  await stage.on(7, '09:45', () => stage.move('county', { ids: [ids.provincial], action: 'PASS' }))
  await stage.on(5, '11:15', () => stage.move('city', { ids: [ids.provincial], action: 'PASS' }))
}

/** The project that is returned again, and the one that is submitted with warnings. */
async function lastDays(stage: ReviewStage, ids: Ids, today: string): Promise<void> {
  const returned = asProject(ids.returned)
  await stage.on(4, '17:20', async () => {
    await stage.close('county', returned, ['ratedEnergy', 'gridVoltage'])
    const again = await stage.again(returned, 'totalInvestment', '请单列接网工程费用，并附可研报告投资估算表')
    const remarks = [
      again,
      { field: 'planGridDate', text: '早于接入变电站的投产时间，请核对' },
      { field: 'address', text: '请填写到村' },
    ]
    await stage.move('county', {
      ids: [ids.returned],
      action: 'RETURN',
      opinion: '请补充投资构成，并核对计划并网日期',
      dueDate: dayAfter(today, 3),
      remarks: [{ id: ids.returned, remarks }],
    })
  })
  await stage.on(3, '10:30', () =>
    stage.move('enterprise', {
      ids: [ids.warned],
      action: 'SUBMIT',
      warningReasons: [
        {
          id: ids.warned,
          field: 'totalInvestment',
          reason: '暂按一期设备采购合同填报，土建费用待概算批复后补报',
        },
        { id: ids.warned, field: 'gridVoltage', reason: '接入园区自有 220 kV 总降压变电站，已取得接入批复' },
      ],
    }),
  )
  await stage.on(1, '16:50', async () => {
    await stage.readMessages('enterprise')
    await stage.correct(ids.returned, { address: '盐池县高沙窝镇兴武营村储能电站' })
  })
}

/** Remarks on the quarterly report and the yearly calculation that are stored as returned. */
async function reports(trx: Trx, stage: ReviewStage): Promise<void> {
  const own = [...accountCompanies().values()].map(({ creditCode }) => creditCode)
  const usage = await trx
    .selectFrom('usage_report as u')
    .innerJoin('es_project as p', 'p.id', 'u.project_id')
    .select('u.id')
    .where('u.status', '=', ReportStatus.returned)
    .where('u.province_code', '=', CHAIN_PROVINCE)
    .where('p.credit_code', 'in', own)
    .executeTakeFirst()
  const calculation = await trx
    .selectFrom('year_calc')
    .select('id')
    .where('status', '=', ReportStatus.returned)
    .where('province_code', '=', CHAIN_PROVINCE)
    .executeTakeFirst()
  await stage.on(2, '15:00', async () => {
    if (usage) {
      const report: Subject = { entity: 'USAGE', id: usage.id }
      await stage.remarkOnReturned('province', report, [
        { field: 'chargeEnergy', text: '与电网结算电量相差较大，请按结算单核对' },
        { text: '请核对后重新报送，未改的请说明' },
      ])
      await stage.answer([[report, 'chargeEnergy', '已与结算单核对，数据无误']])
    }
    if (calculation)
      await stage.remarkOnReturned('city', { entity: 'YEARCALC', id: calculation.id }, [
        { field: 'rows[0].addPower', text: '高于在建项目合计，请说明依据' },
        { field: 'basis', text: '请补充测算依据' },
      ])
  })
}

/**
 * Plays the review of some projects and reports, so that every page of the review has something to show.
 * @param today yyyy-MM-dd
 */
export async function loadReview(trx: Trx, projects: readonly SampleProject[], today: string): Promise<void> {
  const idOf = (which: ReviewedProject) =>
    projects.find(({ reviewed }) => reviewed === which)?.row.id ?? Number.NaN
  const ids: Ids = {
    returned: idOf('returned'),
    corrected: idOf('corrected'),
    warned: idOf('warned'),
    provincial: idOf('provincial'),
  }
  const stage = await ReviewStage.open(trx, today)
  await firstRound(stage, ids, today)
  await secondRound(stage, ids, today)
  await lastDays(stage, ids, today)
  await reports(trx, stage)
}
