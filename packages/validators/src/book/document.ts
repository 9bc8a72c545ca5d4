import type { RuleText } from './rule-text.ts'

const UPLOADED = { when: ['上传'], since: '0.1.0' } as const
const VERIFIED = { when: ['核验'], since: '0.1.0' } as const

/** Rules of issued documents and of uploaded files. */
export const documentRules = {
  'V-001': {
    ...VERIFIED,
    text: '核验码共 12 位，由数字和大写字母组成，不含 0、1、I、L、O，末位为校验位',
    passes: { words: ['7K2M-QF9D-3VXA 的末位与前 11 位相符'] },
    fails: { words: ['抄错一位，或两位颠倒'] },
  },
  'V-002': {
    ...VERIFIED,
    text: '核验码由本平台签发',
    passes: { words: ['印在本平台签发的 PDF 页脚的核验码'] },
    fails: { words: ['没有签发过的核验码'] },
  },
  'V-003': {
    ...VERIFIED,
    text: '同一地址每分钟核验不超过 10 次',
    passes: { words: ['一分钟内核验 10 次'] },
    fails: { words: ['一分钟内核验第 11 次'] },
  },
  'V-004': {
    ...UPLOADED,
    text: '附件为 pdf、doc、docx、xls、xlsx、jpg、png、zip，内容与扩展名相符',
    passes: { words: ['备案证.pdf'] },
    fails: { words: ['改名为 .pdf 的程序'] },
  },
  'V-005': {
    ...UPLOADED,
    text: 'PDF 文件完整，未加密，不含脚本、可执行内容与嵌入的媒体',
    passes: { words: ['扫描仪或办公软件另存的 PDF'] },
    fails: { words: ['须输入密码才能打开的 PDF', '打开即运行脚本的 PDF'] },
  },
  'V-006': {
    ...UPLOADED,
    text: 'Office 文件与压缩包完整，未加密，不含宏、控件与网络模板，展开后不超过 1 GB 与原大小的 100 倍',
    passes: { words: ['不含宏的 .docx'] },
    fails: { words: ['由 .docm 改名的 .docx', '层层压缩的空白文件'] },
  },
  'V-007': {
    ...UPLOADED,
    text: '图片完整，边长不超过 20000 像素，总计不超过 1 亿像素',
    passes: { words: ['6000 × 4000 像素的照片'] },
    fails: { words: ['传输中断而残缺的照片', '60000 × 60000 像素的图片'] },
  },
  'V-008': {
    ...UPLOADED,
    text: '每人未完成的分片上传不超过 20 个，合计不超过 500 MB',
    passes: { words: ['同时上传 3 个 40 MB 的文件'] },
    fails: { words: ['开始第 21 个上传而前 20 个都未完成'] },
  },
  'V-009': {
    ...UPLOADED,
    text: '分片的序号、大小与摘要同开始上传时所报相符，全部分片到齐才能完成',
    passes: { words: ['5 MB 的文件分为 2 MB、2 MB、1 MB 三片'] },
    fails: { words: ['缺第 2 片而办理完成', '分片的内容与摘要不符'] },
  },
} satisfies Record<string, RuleText>
