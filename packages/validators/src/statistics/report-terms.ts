import { MISSING_TERMS } from './missing-reports.ts'

/** Figures of reporting with the words that define them. The pages, their prints and files all take these. */
export const REPORT_TERMS = {
  due: { term: '应报', meaning: '季度末及以前投运、季度开始前未退役的项目' },
  reported: {
    term: '已报',
    meaning: '应报项目中报送已提交且未退回的；入库数据为国家已确认并入库的',
  },
  reportRate: { term: '报送率', meaning: '已报项目数占应报项目数的比例' },
  powerRate: { term: '按功率报送率', meaning: '已报项目额定功率占应报项目额定功率的比例' },
  onTimeRate: {
    term: '按时率',
    meaning:
      '已报项目中填报时间截止前首次报送的，占应报项目数的比例；退回后重报不改变首次报送的时间，尚未重报的不计',
  },
  late: { term: '迟报', meaning: '已报项目中首次报送在填报时间截止后的；已报=按时+迟报' },
  pending: {
    term: MISSING_TERMS.pending,
    meaning: '应报项目中未报送、本单位填报截止时间（含延长）未到的，含退回后尚未重报的',
  },
  overdue: {
    term: MISSING_TERMS.overdue,
    meaning: '应报项目中未报送、本单位填报截止时间（含延长）已过的；应报=已报+未报+缺报',
  },
  missing: { term: MISSING_TERMS.missing, meaning: '应报项目数减已报项目数，含退回后尚未重报的' },
} as const

export type ReportTerm = keyof typeof REPORT_TERMS

/** Defines some of the figures in one line, for the notes of files and prints. */
export const reportTermsText = (terms: readonly ReportTerm[]): string =>
  terms.map((each) => `${REPORT_TERMS[each].term}：${REPORT_TERMS[each].meaning}`).join('；')
