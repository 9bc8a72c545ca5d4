import type { Db, NewRow, Trx } from '@xinchu/server/sample-port'

/** Name, title, unit and specialties, the main one first. Persons and most units are invented. */
const EXPERTS: readonly (readonly [
  realName: string,
  title: string,
  workUnit: string,
  specialties: readonly string[],
])[] = [
  ['何志远', '教授级高级工程师', '西北电力试验研究院', ['1', '5']],
  ['陈立群', '高级工程师', '华清储能技术研究所', ['8', '6']],
  ['周海宁', '研究员', '东江大学电气工程学院', ['3', '2']],
  ['吴明达', '副教授', '北辰电力规划设计院', ['2', '4']],
  ['赵文博', '教授', '江南理工大学能源学院', ['1', '4']],
  ['孙雅琴', '教授级高级工程师', '中衡安全科学研究院', ['6', '7']],
  ['刘建勋', '高级工程师', '岭南电网技术中心', ['4', '7']],
  ['林书恒', '研究员', '海岳消防科学研究所', ['2', '3']],
  ['高翔宇', '副教授', '蜀中大学材料学院', ['4', '1']],
  ['郑晓岚', '教授', '晋阳能源经济研究院', ['5', '1']],
  ['马国栋', '教授级高级工程师', '青岳压缩空气储能实验室', ['1', '5']],
  ['徐静怡', '高级工程师', '长河流体机械研究所', ['8', '6']],
  ['韩卫东', '研究员', '秦川热能工程研究院', ['3', '2']],
  ['冯丽娜', '副教授', '云岭氢能技术研究所', ['2', '4']],
  ['曹永年', '教授', '金陵电力市场研究中心', ['1', '4']],
  ['许振华', '教授级高级工程师', '中元能源政策研究院', ['6', '7']],
  ['邓子昂', '高级工程师', '西北电力试验研究院', ['4', '7']],
  ['萧若兰', '研究员', '华清储能技术研究所', ['2', '3']],
  ['丁浩然', '副教授', '东江大学电气工程学院', ['4', '1']],
  ['魏成林', '教授', '北辰电力规划设计院', ['5', '1']],
  ['蒋思远', '教授级高级工程师', '江南理工大学能源学院', ['1', '5']],
  ['沈玉梅', '高级工程师', '中衡安全科学研究院', ['8', '6']],
  ['余振宇', '研究员', '岭南电网技术中心', ['3', '2']],
  ['卢晓东', '副教授', '海岳消防科学研究所', ['2', '4']],
  ['汪海涛', '教授', '蜀中大学材料学院', ['1', '4']],
  ['田志刚', '教授级高级工程师', '晋阳能源经济研究院', ['6', '7']],
  ['任慧敏', '高级工程师', '青岳压缩空气储能实验室', ['4', '7']],
  ['姜云峰', '研究员', '长河流体机械研究所', ['2', '3']],
  ['崔婉清', '副教授', '秦川热能工程研究院', ['4', '1']],
  ['钟瑞平', '教授', '云岭氢能技术研究所', ['5', '1']],
  ['谭立新', '教授级高级工程师', '金陵电力市场研究中心', ['1', '5']],
  ['陆文静', '高级工程师', '中元能源政策研究院', ['8', '6']],
  ['石崇山', '研究员', '西北电力试验研究院', ['3', '2']],
  ['侯雪莹', '副教授', '华清储能技术研究所', ['2', '4']],
  ['孟庆和', '教授', '东江大学电气工程学院', ['1', '4']],
  ['龙启航', '教授级高级工程师', '北辰电力规划设计院', ['6', '7']],
  ['白敬之', '高级工程师', '盐池一号储能有限公司', ['4', '7']],
  ['贺兰芳', '研究员', '国家电力投资集团有限公司', ['2', '3']],
  ['殷志强', '副教授', '西北电力试验研究分院', ['4', '1']],
  ['黎永康', '教授', '宁夏回族自治区能源主管部门', ['5', '1']],
]

/** The last experts have interests that the conflicts of the demonstration find. */
const PARTICULARS: Readonly<Record<number, Partial<NewRow<'expert_profile'>>>> = {
  3: { load_limit: 6 },
  4: {
    former_units: JSON.stringify([{ unit: '河北乐亭储能科技有限公司', until: '2025-06-30' }]),
  },
  7: {
    former_units: JSON.stringify([{ unit: '盐池一号储能有限公司', until: '2025-06-30' }]),
  },
  11: {
    joint_work: JSON.stringify([
      {
        kind: 'PROJECT',
        title: '百兆瓦级储能电站集成技术研究',
        year: 2024,
        partners: ['顺义一号储能有限公司'],
      },
    ]),
  },
  17: {
    joint_work: JSON.stringify([
      {
        kind: 'PROJECT',
        title: '盐穴压缩空气储能系统集成研究',
        year: 2024,
        partners: ['江苏昆山储能科技有限公司'],
      },
    ]),
  },
  15: { available: false },
  23: { available_to: '2025-12-31' },
}

/** The one who works for the owner of the demonstration's projects. */
const OF_GROUP = 37

const usernameOf = (at: number) => `expert${String(at + 1).padStart(2, '0')}`

async function ownerGroup(db: Db, value: string): Promise<number | null> {
  const row = await db.selectFrom('owner_dict').select('id').where('value', '=', value).executeTakeFirst()
  return row?.id ?? null
}

interface FirstExpert {
  id: number
  password_hash: string
  org_id: number | null
  role_id: number
}

/** Accounts like that of the first expert. @returns their ids by user name */
async function insertAccounts(trx: Trx, first: FirstExpert): Promise<Map<string, number>> {
  const accounts = await trx
    .insertInto('app_user')
    .values(
      EXPERTS.map(([realName], at) => ({
        username: usernameOf(at),
        username_key: usernameOf(at),
        password_hash: first.password_hash,
        real_name: realName,
        org_id: first.org_id,
        create_by: 'system',
      })),
    )
    .returning(['id', 'username'])
    .execute()
  await trx
    .insertInto('user_role')
    .values(accounts.map(({ id }) => ({ user_id: id, role_id: first.role_id })))
    .execute()
  return new Map(accounts.map(({ id, username }) => [username, id]))
}

/** Accounts and profiles of the expert pool, besides the account `expert`, which gets a profile. */
export async function loadExperts(trx: Trx): Promise<void> {
  const first = await trx
    .selectFrom('app_user as u')
    .innerJoin('user_role as r', 'r.user_id', 'u.id')
    .select(['u.id', 'u.password_hash', 'u.org_id', 'r.role_id'])
    .where('u.username', '=', 'expert')
    .executeTakeFirstOrThrow()
  const ids = await insertAccounts(trx, first)
  const group = await ownerGroup(trx, 'SPIC')
  const profiles = EXPERTS.map(([, title, workUnit, specialties], at) => ({
    user_id: ids.get(usernameOf(at)) ?? 0,
    title,
    work_unit: workUnit,
    specialties: [...specialties],
    owner_group_id: at === OF_GROUP ? group : null,
    load_limit: null,
    available: true,
    available_to: null,
    former_units: '[]',
    joint_work: '[]',
    ...PARTICULARS[at],
  }))
  await trx
    .insertInto('expert_profile')
    .values([
      ...profiles,
      {
        user_id: first.id,
        title: '教授级高级工程师',
        work_unit: '储能标准化研究所',
        specialties: ['1', '5'],
        owner_group_id: null,
        load_limit: null,
        available: true,
        available_to: null,
        former_units: '[]',
        joint_work: '[]',
      },
    ])
    .execute()
}
