import { EXIT_CODES } from './exit.ts'

export const HELP = `新储命令行：登录、批量导入和查询导出新型储能项目

用法：xinchu <命令> [选项]

命令：
  login                     登录并保存会话
  logout                    退出登录
  whoami                    显示当前账号
  template [-o 文件]        下载导入模板
  import <文件|->           批量导入项目：.xlsx、.csv、.tsv、.txt，或每行一个 JSON 对象的 .ndjson；- 为标准输入
  import resume [进度记录]  继续中断的导入；缺省为最近一次
  plan <文件|-> [-o 计划.json]
                            预演导入：列出将新建、变更、拒绝与疑似重复的行，不写入
  apply <计划.json|->       照计划写入；计划之后有变化的，一行也不写入
  projects list             查询项目
  projects export           导出项目
  projects report <编号>    下载一个项目的报送表（PDF）
  demo list                 查询示范项目
  demo show <编号>          查看一个示范项目的状态、尚缺内容与办理记录
  demo submit <编号>        提交一个示范项目
  remarks                   查看审核意见
  remarks answer <编号> <答复>
                            答复一条意见
  rules [代码或文字]        查看规则手册；错误信息前的代码（如 F-003）可在此查到
  bulletin <期次>           下载季度通报，如 xinchu bulletin 2026Q3
  listen                    逐行输出记录的变化（NDJSON），中断后从上次的位置继续
  audit verify [--known 序号:哈希]
                            核对审计链；末行为链的末端，抄存后可用于下次核对
  conformance               核对另一个按本接口约定实现的服务端，列出偏离之处
  call <资源.调用> [参数]   执行 SDK 的任一调用；不给出调用时列出全部
  <资源> <操作>             执行接口约定中的任一操作，如 xinchu orgs list --output csv；
                            xinchu <资源> --help 列出其操作，xinchu <资源> <操作> --help 列出参数
  completion <shell>        输出补全脚本：bash、zsh、fish、powershell
  help                      显示本说明

通用选项：
  --server <地址>           服务器地址；缺省取环境变量 XINCHU_SERVER 或上次登录的服务器
  --profile <名称>          使用该配置的服务器与会话；登录时以 --profile 建立，也可用环境变量 XINCHU_PROFILE
  --ca <文件>               另行信任的证书（PEM）
  --proxy <地址>            经此代理发送；缺省取自 HTTPS_PROXY、HTTP_PROXY、NO_PROXY
  --try-again               仍然发送 1 小时内被平台拒绝过的密码；缺省不发送，以免账号被锁定，更换密码即恢复
  --verbose                 显示各次请求、请求号、尝试次数与失败的各层原因
  --json                    以 JSON 输出结果
  -h, --help                显示说明
  -v, --version             显示版本

login：
  -u, --username <账号>     登录账号；缺省时询问
  --password-stdin          从标准输入读取密码；也可用环境变量 XINCHU_PASSWORD，都没有时询问
  --new-password-file <文件>
                            须先修改密码的账号（首次登录、已重置、已过期）改用该文件首行的密码；
                            没有该文件时生成一个密码，先存入该文件（仅属主可读写），再修改
  --new-password-stdin      从标准输入读取新密码；与 --password-stdin 并用时为两行：原密码与新密码
  需要图形验证码时，图片保存为临时文件并显示其路径，按提示输入。服务账号无须验证码。
  须先修改密码时，没有给出新密码的在终端询问两次。重新执行同一命令总是安全的。
  会话与服务器地址存于配置目录，可用环境变量 XINCHU_CONFIG_DIR 另行指定。
  定时任务无须先登录：设有环境变量 XINCHU_USERNAME 与 XINCHU_PASSWORD 时，没有会话或会话已结束的命令自行登录。
  已启用两步验证的账号按提示输入动态验证码；也可用环境变量 XINCHU_OTP，或以 XINCHU_OTP_SECRET 给出密钥由命令计算。

template：
  -o, --output <文件>       保存位置；缺省为服务器给出的文件名
  --no-sample               不含示例行
  --force                   覆盖已有文件

import：
  --dry-run                 仅校验，不写入
  --atomic                  全部通过才写入；缺省写入通过的行
  --submit                  写入后提交审核
  --sheet <工作表>          几张工作表含数据时，指定要导入的一张
  --map <文件>              列的对应关系（JSON），列名与模板不同时给出
  --map-out <文件>          将识别出的对应关系保存为 JSON，修改后以 --map 给出
  --remember                本单位以后遇到相同表头，照此读取
  --keep-repeat             疑似重复的行也写入；缺省跳过，有跳过的行时退出码为 4
  --force-fields <all|字段> 覆盖人工更正过的字段，以逗号分隔；缺省保留并列出，退出码为 4
  --keep-edits              确认保留人工更正，退出码为 0
  --blank <keep|clear>      空单元格保留或清空草稿的内容；缺省保留并列出，退出码为 4
  --returned                确认修改被退回的项目；缺省不写入这些行，退出码为 4
  --key <批次键>            8 至 128 个字符；24 小时内以同一键重新导入时接续原批次
  --errors <文件>           有错误时将错误明细保存为工作簿
  --warnings                列出有提示的行与疑似重复的行
  --precheck                发送 ndjson 的行之前先按平台的规则校验，不发送有错误的行
  --journal <文件>          ndjson 的进度记录；缺省在配置目录中，完成后删除
  --encoding <编码>         文本文件的编码，如 gb18030；缺省自行识别，ndjson 为 utf-8

plan：
  -o, --output <文件>       将计划保存为 JSON；--force 覆盖已有文件
  --force-fields <all|字段> 覆盖人工更正过的字段，以逗号分隔；缺省保留并列出
  --blank <keep|clear>      空单元格保留或清空草稿的内容；缺省保留并列出
  --sheet、--map、--map-out、--remember
                            与 import 的相同
  退出码：0 无须写入，2 有变更，1 有被拒绝、待确认的行或失败（用法有误也为 1），7 列或工作表须先确认

apply：
  --only <new|changed>      只写入新建的行，或只写入变更的行
  --returned                确认修改被退回的项目；计划中有此类行时须给出
  --skip-repeats            跳过疑似重复的行
  --keep-repeats            疑似重复的行也写入；计划中有此类行时，二者须择一
  退出码：0 已照计划写入或无须写入，1 计划之后有变化或失败，4 已写入，另有被拒绝的行未写入

projects export：
  -k, --keyword <文字>      关键字
  --province <代码>         省份代码，如 640000
  --city <代码>             地市代码
  --county <代码>           县区代码
  --tech <代码>             技术路线，可重复
  --build-status <代码>     建设状态，可重复
  --declare-status <代码>   申报状态，可重复
  -o, --output <文件>       导出文件的保存位置，projects report 同
  --force                   覆盖已有文件

<资源> <操作>：
  参数为接口约定中的参数，写作 --province-code；省、市、县代码可写作 --province、--city、--county，每页条数 --page-size
  --output <table|json|ndjson|csv>
                            输出格式；返回文件的操作，-o 为保存位置。CSV 的列为接口约定的全部列，--bom 加字节序标记，--captions 用中文列名
  --query <路径>            只取结果的一部分，如 content[*].{id,projectName}
  --all                     读取分页列表的全部页；页码从 1 起
  --body <JSON|@文件|->     整个正文

demo list：
  -k, --keyword <文字>      关键字
  --province <代码>         省份代码
  --year <年度>             申报年度
  --status <代码>           状态，可重复
  --page <页> --size <条>   页码（从 1 起）与每页条数，缺省 1 与 20

remarks：
  --entity <类别>           记录类别：PROJECT、USAGE、YEARCALC、DEMO
  --id <主键>               一件记录的意见；未给出类别时为项目
  --status <代码>           0 待答复，1 已答复，2 已关闭，3 关闭后又改
  --page <页> --size <条>   页码（从 1 起）与每页条数，缺省 1 与 50

bulletin：
  --format <docx|pdf>       文件格式；缺省按 -o 的扩展名，没有时为 pdf
  --province <代码>         限于一个省
  --as-of <批次|时间>       按当时的数，如 2025Q4-01 或 '2026-01-31 10:00:00'（北京时间）；
                            已公布批次的 PDF 为当时签发的原件
  -o, --output <文件>       保存位置；缺省为服务器给出的文件名
  --force                   覆盖已有文件

listen：
  --types <种类>            事件种类或记录类别，如 project.returned、usage，可重复
  --exec <命令>             每个事件执行一次命令，事件由标准输入给出；命令失败即停止，位置不前移
  --after <序号>            从此序号之后开始；缺省为上次的位置，没有时为所保存的最早一条
  --position <文件>         保存位置的文件；缺省在配置目录中，每个服务器一个
  --once                    读完已有的事件即结束

conformance：
  --url <地址>              要核对的服务端；缺省同 --server
  -u, --username <账号>     账号；密码取环境变量 XINCHU_PASSWORD，没有时询问。缺省取环境变量 XINCHU_USERNAME
  --accounts <文件>         多个账号的 JSON：[{"username": "…", "password": "…", "otpSecret": "…"}]，身份由服务端答复得知
  --level <级别>            查到此级为止：基础、会话、约定、错误、文件、状态、规则、幂等、导入
  --only <检查>             只查此项，或以“.”结尾的一组，如 session.；可重复
  --operations <接口>       只核对这些接口的回复，以逗号分隔，如 queryEsProjects,getEsProject
  --read-only               不新建、不修改记录
  --list                    列出各项检查及其依据，不连接服务端
  --output <table|json|junit>
                            报告的格式
  新建的记录名称含“符合性检查”，结束或中断时删除；约定不许删除的（提交过的项目）在报告中列出。
  退出码：0 没有偏离，4 有偏离，5 连接不上，1 没有查完

call：
  参数为 JSON，按 SDK 函数的次序给出；@文件 读取文件，- 读取标准输入。结果以 JSON 输出，文件保存到磁盘
  xinchu call projects.submit '{"ids":[1001,1002],"action":"PASS"}'
  xinchu call projects.saveGeneralItems @季度使用情况.json
  xinchu call projects.syncWarehousingData '{"year":2026,"quarter":3,"dryRun":true}'
  --file <字段>=<路径>      上传文件，其他字段由最后一个参数给出
  -o, --output <文件>       返回文件时的保存位置
  --force                   覆盖已有文件

${EXIT_CODES}`

/** The parts of the help that concern one command, with what all commands share; undefined for no such command. */
export function helpOfCommand(name: string): string | undefined {
  const [, , commands = '', common = '', ...sections] = HELP.split('\n\n')
  // A line without a name of its own goes on with the one before.
  const lines = commands.split(/\n(?= {2}\S)/).filter((line) => line.trim().split(' ')[0] === name)
  if (lines.length === 0) return undefined
  const own = sections.filter((section) =>
    section
      .split('：')[0]
      ?.split('、')
      .some((heading) => heading.split(' ')[0] === name),
  )
  return [`用法：xinchu ${name}`, ...lines, ...own, common, sections.at(-1)].join('\n\n')
}
