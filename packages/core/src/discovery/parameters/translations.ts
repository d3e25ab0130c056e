/** Common values that people say in the other language or by another name. A row is one meaning. */
const table = `
low|低; medium|中|中等|moderate; high|高; small|小|小型; large|大|大型|big; short|短; long|长;
male|男|男性|man|men; female|女|女性|woman|women; yes|是; no answer|否; daily|每天|每日|every day;
weekly|每周|每星期|every week; monthly|每月|每个月|every month; yearly|annually|annual|每年|every year;
hourly|每小时|every hour; quarterly|每季度; open source|开源; subscription|订阅; perpetual|永久;
free|免费; paid|付费; online|线上|在线; offline|线下; public|公开; private|私有|私密; active|活跃|启用;
inactive|停用; new|新; used|二手; fast|快速; slow|慢; easy|简单|容易; hard|difficult|困难;
beginner|初级|初学者|入门; intermediate|中级; advanced|高级|进阶; expert|专家; ascending|asc|升序;
descending|desc|降序; newest|latest|最新; oldest|最旧; summary|摘要|概要|汇总;
detailed|detail|in detail|详细; morning|早上|上午; afternoon|下午; evening|晚上|傍晚; night|夜晚|夜间;
spring|春季|春天; summer|夏季|夏天; autumn|fall|秋季|秋天; winter|冬季|冬天; monday|周一|星期一;
tuesday|周二|星期二; wednesday|周三|星期三; thursday|周四|星期四; friday|周五|星期五;
saturday|周六|星期六; sunday|周日|星期日|周天|星期天; red|红色; blue|蓝色; green|绿色; yellow|黄色;
black|黑色; white|白色; gray|grey|灰色; orange|橙色; purple|紫色; pink|粉色;
usd|us dollar|us dollars|american dollars|dollars|美元|美金; eur|euro|euros|欧元;
gbp|british pound|british pounds|pounds|pound sterling|英镑; jpy|japanese yen|yen|日元;
cny|rmb|chinese yuan|yuan|人民币; inr|indian rupee|indian rupees|rupees|卢比|印度卢比;
aud|australian dollar|australian dollars|澳元; cad|canadian dollar|canadian dollars|加元;
chf|swiss franc|swiss francs|瑞士法郎; hkd|hong kong dollar|hong kong dollars|港币|港元;
krw|korean won|won|韩元; mxn|mexican peso|mexican pesos;
sgd|singapore dollar|singapore dollars|新加坡元; brl|brazilian real; rub|russian ruble|rubles|卢布;
thb|thai baht|泰铢; en|english|英语|英文; zh|chinese|mandarin|中文|汉语; es|spanish|西班牙语;
fr|french|法语; de|german|德语; ja|japanese|日语; ko|korean|韩语; it|italian|意大利语;
pt|portuguese|葡萄牙语; ru|russian|俄语; ar|arabic|阿拉伯语; celsius|centigrade|摄氏度|摄氏;
fahrenheit|华氏度|华氏; metric|公制; imperial|英制; image|picture|photo|图片|图像; video|视频;
audio|音频; text|文本; music|音乐; document|文档; table|表格; chart|图表; north|北; south|南; east|东;
west|西; left|左; right|右; up|上; down|下; credit card|信用卡; debit card|借记卡; cash|现金;
wechat pay|微信支付; alipay|支付宝; email|电子邮件|邮件; phone|电话; sms|短信; china|中国;
united states|usa|us|america|美国; united kingdom|uk|britain|英国; japan|日本; germany|德国;
france|法国; india|印度; canada|加拿大; australia|澳大利亚; korea|south korea|韩国; russia|俄罗斯;
italy|意大利; spain|西班牙; brazil|巴西; asia|亚洲; europe|欧洲; africa|非洲;
north america|北美|北美洲; south america|南美|南美洲; technology|tech|科技|技术;
health|healthcare|健康|医疗; finance|financial|金融|财经; education|教育; sports|sport|体育|运动;
entertainment|娱乐; business|商业; science|科学; politics|政治; food|食品|美食; travel|旅游|旅行;
fashion|时尚; agriculture|农业; energy|能源; comedy|funny|comic|comedic|humor|humorous|喜剧;
drama|剧情; action|动作; horror|scary|spooky|恐怖; romance|romantic|爱情;
thriller|suspense|suspenseful|惊悚; sci-fi|science fiction|scientific fiction|scifi|科幻;
animation|animated|cartoon|cartoons|动画; documentary|纪录片; fantasy|奇幻; bar|柱状图; line|折线图;
pie|饼图; vegan|纯素; vegetarian|素食; economy|经济舱; first class|头等舱; business class|商务舱;
one-way|单程; round trip|roundtrip|往返; critical|严重|紧急; urgent|紧急|加急; normal|普通|正常|一般;
optional|可选; mandatory|required|必需|强制; basic|基础|基本; standard|标准; premium|高级版|尊享;
professional|专业; enterprise|企业版|企业; personal|个人; individual|个人; family|家庭;
group|团体|团队; team|团队; student|学生; teacher|教师; adult|成人|成年人; child|children|儿童|小孩;
elderly|senior|老年|老年人; teen|teenager|青少年; infant|婴儿; single|单身|单; married|已婚;
divorced|离异; high school|高中; bachelor|本科|学士; master|硕士; doctorate|phd|博士; full-time|全职;
part-time|兼职; remote|远程; on-site|现场; hybrid|混合; internship|实习; contract|合同; excellent|优秀;
good|良好|好; fair|一般; poor|差; positive|积极|正面; negative|消极|负面; neutral|中性;
increase|增加|上升; decrease|减少|下降; stable|稳定; pending|待处理; approved|已批准|批准;
rejected|拒绝; completed|已完成|完成; in progress|进行中; cancelled|canceled|已取消|取消; failed|失败;
success|成功; web|网页|网站; mobile|移动端|手机; desktop|桌面|电脑; tablet|平板;
laptop|笔记本|笔记本电脑; smartphone|智能手机; server|服务器; cloud|云|云端; local|本地;
database|数据库; network|网络; security|安全; hardware|硬件; software|软件; frontend|前端;
backend|后端; car|汽车|轿车; bus|公交|公交车|巴士; train|火车; subway|metro|地铁; bicycle|bike|自行车;
walking|步行; driving|驾车|开车; flight|plane|飞机; ship|轮船; taxi|出租车; truck|卡车;
motorcycle|摩托车; electric|电动; hybrid|混动; gasoline|汽油; diesel|柴油; sunny|晴天|晴;
rainy|雨天|下雨; cloudy|多云; snowy|下雪|雪天; windy|有风; hot|炎热|热; warm|温暖; cool|凉爽;
cold|寒冷|冷; tropical|热带; temperate|温带; arid|干旱; humid|潮湿; rain|雨声|雨; ocean|海洋|海浪;
forest|森林; mountain|山地|山; desert|沙漠; river|河流; lake|湖泊; urban|城市; rural|农村|乡村;
suburban|郊区; coastal|沿海; indoor|室内; outdoor|户外|室外; rock|摇滚; pop|流行; jazz|爵士;
classical|古典; folk|民谣|民间; hip hop|嘻哈; electronic|电子; blues|蓝调; country|乡村音乐;
mystery|悬疑; history|历史; biography|传记; novel|小说; poetry|诗歌; fiction|虚构; nonfiction|非虚构;
war|战争; crime|犯罪; family|家庭; football|soccer|足球; basketball|篮球; tennis|网球; swimming|游泳;
running|跑步; yoga|瑜伽; cycling|骑行; hiking|徒步; fitness|健身; badminton|羽毛球;
table tennis|乒乓球; volleyball|排球; golf|高尔夫; dance|舞蹈; photography|摄影; painting|绘画;
reading|阅读; writing|写作; cooking|烹饪; gardening|园艺; gaming|游戏; programming|编程;
chinese cuisine|中餐|中国菜; italian cuisine|意大利菜; japanese cuisine|日本料理|日料;
western|西餐|西方; eastern|东方; spicy|辣; sweet|甜; salty|咸; sour|酸; breakfast|早餐; lunch|午餐;
dinner|晚餐; dessert|甜点; seafood|海鲜; meat|肉类; fruit|水果; vegetable|蔬菜; dairy|乳制品;
gluten-free|无麸质; low-carb|低碳水; keto|生酮; halal|清真; plastic|塑料; metal|金属;
wood|wooden|木材|木头|木质; glass|玻璃; paper|纸; ceramic|陶瓷; stone|石头; steel|钢; iron|铁;
copper|铜; gold|黄金|金; silver|银; leather|皮革; cotton|棉|棉质; silk|丝绸; fabric|布料;
concrete|混凝土; rubber|橡胶; aluminum|铝; circle|圆形; square|方形|正方形; rectangle|矩形|长方形;
triangle|三角形; horizontal|水平; vertical|垂直; modern|现代; traditional|传统; minimalist|极简;
vintage|复古; casual|休闲; formal|正式; elegant|优雅; simple|简约|简单; complex|复杂; random|随机;
manual|手动; automatic|自动; dark|深色|暗色; light|浅色|亮色; transparent|透明;
manufacturing|制造业|制造; retail|零售; real estate|房地产; insurance|保险; banking|银行;
logistics|物流; tourism|旅游业; media|媒体; telecom|电信; automotive|汽车行业; construction|建筑;
pharmaceutical|制药; legal|法律; marketing|市场营销|营销; sales|销售; research|研究|研发;
engineering|工程; design|设计; management|管理; human resources|hr|人力资源;
customer service|客服|客户服务; accounting|会计; consulting|咨询; nonprofit|非营利; government|政府;
military|军事; stocks|stock|股票; bonds|bond|债券; funds|fund|基金; futures|期货; forex|外汇;
cryptocurrency|crypto|加密货币; conservative|保守; moderate|稳健|适中; aggressive|激进;
short term|短期; medium term|中期; long term|长期; fixed|固定; variable|浮动; principal|本金;
interest|利息; classification|分类; regression|回归; clustering|聚类; prediction|预测; detection|检测;
segmentation|分割; translation|翻译; generation|生成; optimization|优化; simulation|模拟;
analysis|分析; comparison|比较|对比; evaluation|评估; monitoring|监控|监测; training|训练|培训;
testing|测试; validation|验证; conversion|转换; supervised|监督; unsupervised|无监督; dog|狗|犬;
cat|猫; bird|鸟; fish|鱼; horse|马; cow|牛; pig|猪; sheep|羊; chicken|鸡; plant|植物; animal|动物;
tree|树; flower|花; wheat|小麦; corn|maize|玉米; rice|水稻|大米; cotton crop|棉花; soybean|大豆;
acid|acidic|酸; alkaline|base|碱; solid|固体; liquid|液体; gas|气体|燃气; solvent|溶剂; water|水;
air|空气; soil|土壤; noise|噪音|噪声; white noise|白噪声|白噪音; temperature|温度; humidity|湿度;
pressure|压力; speed|速度; weight|重量; height|高度; length|长度; width|宽度; depth|深度;
volume|音量|体积; heart|心脏; lung|肺; brain|大脑|脑; liver|肝脏; kidney|肾脏; skin|皮肤; bone|骨骼;
muscle|肌肉; diabetes|糖尿病; hypertension|高血压; cancer|癌症; flu|流感; cold illness|感冒;
fever|发烧; headache|头痛; allergy|过敏; surgery|手术; medication|药物; therapy|治疗|疗法;
diagnosis|诊断; prevention|预防; rehabilitation|康复; vaccination|疫苗接种; wedding|婚礼;
birthday|生日; meeting|会议; conference|大会|研讨会; party|聚会|派对; concert|音乐会|演唱会;
exhibition|展览; festival|节日; lecture|讲座; workshop|工作坊; seminar|研讨班; holiday|假期|节假日;
weekday|工作日; weekend|周末; deadline|截止日期; pdf file|pdf格式; notification|通知; reminder|提醒;
alert|警报|告警; report|报告; log|日志; invoice|发票; contract document|合同; certificate|证书;
passport|护照; id card|身份证; driver license|driver's license|驾照|驾驶证; ticket|门票|票;
luggage|行李; window seat|靠窗; aisle seat|靠过道
`;
const rows: readonly string[] = table.trim().split(/;\s+/u);

const meanings = new Map<string, readonly string[]>();
for (const row of rows) {
  const names = row.split('|');
  for (const name of names)
    meanings.set(name, [...(meanings.get(name) ?? []), ...names.filter((other) => other !== name)]);
}

/** Every row that begins with a code of three letters is a currency, by that code. */
export const currencies: readonly { readonly value: string; readonly names: readonly string[] }[] = codes(
  /^[a-z]{3}\|.*(?:dollar|euro|pound|yen|yuan|rupee|franc|won|peso|real|ruble|baht)/u,
).map(({ value, names }) => ({ value: value.toUpperCase(), names }));

/** Languages by their code of two letters. */
export const languages: readonly { readonly value: string; readonly names: readonly string[] }[] =
  codes(/^[a-z]{2}\|/u);

function codes(shape: RegExp): { value: string; names: readonly string[] }[] {
  return rows
    .filter((row) => shape.test(row))
    .map((row) => ({ value: row.split('|')[0] as string, names: row.split('|') }));
}

/** Other names of a common value, in English and Chinese. */
export function translationsOf(value: string): readonly string[] {
  return meanings.get(value.toLowerCase().replaceAll('_', ' ')) ?? [];
}
