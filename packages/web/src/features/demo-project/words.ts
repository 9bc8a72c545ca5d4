import { numeral } from '../../lib/numeral.ts'

/** 第二批（2026 年度）. */
export const batchName = ({ batchYear, batchNo }: { batchYear: number; batchNo: number }): string =>
  `第${numeral(batchNo)}批（${batchYear} 年度）`
