import { describe, expect, test } from 'vitest';
import { fillParameters } from './fill-parameters.ts';
import { type Case, integer, list, number, text, tool, yesNo } from './schemas.test-support.ts';

// A Wednesday.
const now = '2024-03-06T10:00:00';

const cases: readonly Case[] = [
  [
    '查询明天从北京到上海的高铁票',
    'train',
    tool({ from: text('出发城市'), to: text('到达城市'), date: text('出发日期，格式YYYY-MM-DD') }),
    { from: '北京', to: '上海', date: '2024-03-07' },
  ],
  [
    '把宽度设为5，高度为3的矩形面积算出来',
    'area',
    tool({ width: number('矩形的宽度'), height: number('矩形的高度') }),
    { width: 5, height: 3 },
  ],
  [
    '帮我订两张周五晚上八点的电影票，电影是《流浪地球》',
    'tickets',
    tool({ movie: text('电影名称'), count: integer('票数'), time: text('放映时间，格式 YYYY-MM-DD HH:mm') }),
    { movie: '流浪地球', count: 2, time: '2024-03-08 20:00' },
  ],
  [
    '给张伟发一条短信，内容是今晚开会',
    'sms',
    tool({ recipient: text('收件人姓名'), content: text('短信内容') }),
    { recipient: '张伟', content: '今晚开会' },
  ],
  [
    '我想贷款三十万，年利率百分之四点五，分二十年还清',
    'loan',
    tool({ amount: number('贷款金额'), rate: number('年利率，百分比'), years: integer('贷款年限') }),
    { amount: 300000, rate: 4.5, years: 20 },
  ],
  [
    '搜索价格在两千元以下的蓝牙耳机，不要二手的',
    'search',
    tool(
      { keyword: text('搜索关键词'), max_price: number('最高价格'), include_used: yesNo('是否包括二手商品') },
      ['keyword'],
    ),
    { keyword: '蓝牙耳机', max_price: 2000, include_used: false },
  ],
  [
    '设备编号为DX-2049，温度是36.5度，湿度60%',
    'report',
    tool({ device_id: text('设备编号'), temperature: number('温度'), humidity: number('湿度，百分比') }),
    { device_id: 'DX-2049', temperature: 36.5, humidity: 60 },
  ],
  [
    '比较苹果、香蕉和橙子的营养成分',
    'nutrition',
    tool({ foods: list(text(), '要比较的食物列表') }),
    { foods: ['苹果', '香蕉', '橙子'] },
  ],
  [
    '用户名是zhangsan，邮箱为zs@example.com，年龄28岁',
    'register',
    tool({ username: text('用户名'), email: text('邮箱地址'), age: integer('年龄') }),
    { username: 'zhangsan', email: 'zs@example.com', age: 28 },
  ],
  ['把音量调到30', 'volume', tool({ level: integer('音量大小，0到100') }), { level: 30 }],
  [
    '预订7月15日到7月18日杭州的酒店，两位客人',
    'hotel',
    tool({
      city: text('城市'),
      check_in: text('入住日期，YYYY-MM-DD'),
      check_out: text('离店日期，YYYY-MM-DD'),
      guests: integer('客人人数'),
    }),
    { city: '杭州', check_in: '2024-07-15', check_out: '2024-07-18', guests: 2 },
  ],
  [
    '请将“你好，世界”翻译成英文',
    'translate',
    tool({ text: text('要翻译的文本'), target_language: text('目标语言，如英文、日文') }),
    { text: '你好，世界', target_language: '英文' },
  ],
  ['计算半径为3.5厘米的圆的面积', 'circle', tool({ radius: number('圆的半径，单位厘米') }), { radius: 3.5 }],
  [
    '我身高175厘米，体重68公斤，今年30岁，男性',
    'health',
    tool({
      height: number('身高（厘米）'),
      weight: number('体重（公斤）'),
      age: integer('年龄'),
      gender: text('性别', { enum: ['男', '女'] }),
    }),
    { height: 175, weight: 68, age: 30, gender: '男' },
  ],
  [
    '学生姓名：李明，学号：2021003，数学成绩95分，英语成绩88分',
    'grades',
    tool({
      student: tool({ name: text('学生姓名'), id: text('学号') }),
      scores: tool({ math: number('数学成绩'), english: number('英语成绩') }),
    }),
    { student: { name: '李明', id: '2021003' }, scores: { math: 95, english: 88 } },
  ],
  [
    '发邮件给wang@corp.cn，主题为“周报”，内容为“请查收附件”',
    'mail',
    tool({ to: text('收件人邮箱'), subject: text('主题'), body: text('正文内容') }),
    { to: 'wang@corp.cn', subject: '周报', body: '请查收附件' },
  ],
  [
    '需要分析的股票有腾讯、阿里巴巴和美团，时间范围是过去一个月',
    'stocks',
    tool({ stocks: list(text(), '股票列表'), period: text('时间范围') }),
    { stocks: ['腾讯', '阿里巴巴', '美团'], period: '过去一个月' },
  ],
  [
    '帮我设一个明天早上七点半的闹钟，标签是晨跑',
    'alarm',
    tool({ time: text('时间，格式YYYY-MM-DD HH:MM'), label: text('闹钟标签') }),
    { time: '2024-03-07 07:30', label: '晨跑' },
  ],
  [
    '商品ID为A1001，数量3件，收货地址是上海市浦东新区世纪大道100号',
    'order',
    tool({ product_id: text('商品ID'), quantity: integer('数量'), address: text('收货地址') }),
    { product_id: 'A1001', quantity: 3, address: '上海市浦东新区世纪大道100号' },
  ],
  [
    '检测到服务器CPU使用率85%，内存16GB，请以JSON格式输出报告',
    'monitor',
    tool({
      cpu_usage: number('CPU使用率（百分比）'),
      memory_gb: integer('内存大小（GB）'),
      format: text('输出格式', { enum: ['JSON', 'XML', 'CSV'] }),
    }),
    { cpu_usage: 85, memory_gb: 16, format: 'JSON' },
  ],
  [
    '我想了解人工智能在教育行业的应用，请生成一份中文报告，包含图表',
    'gen_report',
    tool(
      {
        topic: text('报告主题'),
        language: text('报告语言，如中文、英文'),
        include_charts: yesNo('是否包含图表'),
      },
      ['topic'],
    ),
    { topic: '人工智能在教育行业的应用', language: '中文', include_charts: true },
  ],
  [
    '项目ID是P-778，开始日期2024年4月1日，结束日期2024年6月30日，预算是十二万元',
    'project',
    tool({
      project: tool({ id: text('项目ID'), budget: number('项目预算（元）') }),
      schedule: tool({ start_date: text('开始日期，YYYY-MM-DD'), end_date: text('结束日期，YYYY-MM-DD') }),
    }),
    {
      project: { id: 'P-778', budget: 120000 },
      schedule: { start_date: '2024-04-01', end_date: '2024-06-30' },
    },
  ],
  [
    '我们的目标客户是18到25岁的大学生，主要兴趣是音乐和旅行',
    'audience',
    tool({ age_min: integer('最小年龄'), age_max: integer('最大年龄'), interests: list(text(), '兴趣列表') }),
    { age_min: 18, age_max: 25, interests: ['音乐', '旅行'] },
  ],
  [
    '订单包含3个苹果和5瓶牛奶',
    'order',
    tool({ items: list(tool({ name: text('商品名称'), quantity: integer('数量') }), '商品列表') }),
    {
      items: [
        { name: '苹果', quantity: 3 },
        { name: '牛奶', quantity: 5 },
      ],
    },
  ],
  [
    '请帮我查看用户10086在2023年5月的通话记录',
    'calls',
    tool({ user_id: text('用户ID'), month: text('月份，格式YYYY-MM') }),
    { user_id: '10086', month: '2023-05' },
  ],
  [
    '帮我找一下离我最近的、评分4.5以上的火锅店，最多返回5家',
    'find',
    tool({
      cuisine: text('菜系或店铺类型，如火锅、川菜'),
      min_rating: number('最低评分'),
      limit: integer('返回结果数量'),
    }),
    { cuisine: '火锅', min_rating: 4.5, limit: 5 },
  ],
  [
    '传感器数据：温度22.5度，湿度45%，PM2.5为35',
    'air',
    tool({ temperature: number('温度'), humidity: number('湿度'), pm25: number('PM2.5数值') }),
    { temperature: 22.5, humidity: 45, pm25: 35 },
  ],
  [
    '需要对客户“蓝天科技”进行信用评估，评估类型为详细',
    'credit',
    tool({ company: text('公司名称'), type: text('评估类型', { enum: ['简要', '详细'] }) }),
    { company: '蓝天科技', type: '详细' },
  ],
  [
    '把这段视频转换为MP4格式，分辨率1080p，关闭字幕',
    'convert',
    tool(
      {
        format: text('格式', { enum: ['MP4', 'AVI', 'MOV'] }),
        resolution: text('分辨率', { enum: ['720p', '1080p', '4K'] }),
        subtitles: yesNo('是否显示字幕'),
      },
      ['format'],
    ),
    { format: 'MP4', resolution: '1080p', subtitles: false },
  ],
  [
    '高优先级的工单有哪些？只看过去7天的',
    'tickets',
    tool({ priority: text('优先级', { enum: ['high', 'medium', 'low'] }), days: integer('过去多少天') }),
    { priority: 'high', days: 7 },
  ],
  [
    '从A点(116.40, 39.90)到B点(121.47, 31.23)的直线距离',
    'geo',
    tool({ start: list(number(), '起点坐标'), end: list(number(), '终点坐标') }),
    { start: [116.4, 39.9], end: [121.47, 31.23] },
  ],
  [
    '我想预约一次牙科检查，患者姓名王芳，年龄35岁，预约时间是2024年5月10日上午10点',
    'DentalAppointment',
    tool({
      patient: tool({ name: text('患者姓名'), age: integer('患者年龄') }),
      appointment_time: text('预约时间，格式YYYY-MM-DD HH:MM'),
    }),
    { patient: { name: '王芳', age: 35 }, appointment_time: '2024-05-10 10:00' },
  ],
  [
    '请分析这台发动机的状态，转速3000转每分钟，油温95度，运行时间1200小时',
    'engine_analyzer',
    tool({
      engine_data: tool({
        rpm: number('发动机转速，单位为转/分钟'),
        oil_temperature: number('机油温度，摄氏度'),
        running_hours: number('累计运行时间，小时'),
      }),
    }),
    { engine_data: { rpm: 3000, oil_temperature: 95, running_hours: 1200 } },
  ],
  [
    '我需要为团队制定培训计划，团队人数12人，培训主题是时间管理，采用线上方式',
    'training_planner',
    tool({
      team_size: integer('团队人数'),
      topic: text('培训主题'),
      mode: text('培训方式', { enum: ['线上', '线下', '混合'] }),
    }),
    { team_size: 12, topic: '时间管理', mode: '线上' },
  ],
  [
    '我的投资组合包括40%的股票和60%的债券，风险承受能力为中等',
    'portfolio_advisor',
    tool({
      allocation: tool({ stocks: number('股票比例（百分比）'), bonds: number('债券比例（百分比）') }),
      risk_tolerance: text('风险承受能力', { enum: ['低', '中等', '高'] }),
    }),
    { allocation: { stocks: 40, bonds: 60 }, risk_tolerance: '中等' },
  ],
  [
    '请为我的网站example.com做SEO分析，关键词是环保和可持续发展',
    'seo_tool',
    tool({ website: text('网站地址'), keywords: list(text(), '关键词列表') }),
    { website: 'example.com', keywords: ['环保', '可持续发展'] },
  ],
  [
    '我想租一辆SUV，取车地点是广州白云机场，租期5天，需要儿童安全座椅',
    'car_rental',
    tool(
      {
        vehicle_type: text('车辆类型，例如：轿车、SUV'),
        pickup_location: text('取车地点'),
        rental_days: integer('租赁天数'),
        child_seat: yesNo('是否需要儿童安全座椅'),
      },
      ['vehicle_type', 'pickup_location', 'rental_days'],
    ),
    { vehicle_type: 'SUV', pickup_location: '广州白云机场', rental_days: 5, child_seat: true },
  ],
  [
    '检测这批产品的质量，批次号为B20240301，抽样数量50件，不合格率是2%',
    'quality_check',
    tool({
      batch: tool({
        batch_id: text('批次号'),
        sample_size: integer('抽样数量'),
        defect_rate: number('不合格率，百分比'),
      }),
    }),
    { batch: { batch_id: 'B20240301', sample_size: 50, defect_rate: 2 } },
  ],
  [
    '监测土壤数据：pH值6.5，湿度40%，氮含量120毫克，地点是三号大棚',
    'soil_monitor',
    tool({
      soil: tool({
        ph: number('土壤pH值'),
        moisture: number('土壤湿度（%）'),
        nitrogen: number('氮含量（mg）'),
      }),
      site: text('监测地点'),
    }),
    { soil: { ph: 6.5, moisture: 40, nitrogen: 120 }, site: '三号大棚' },
  ],
  [
    '我需要翻译一份合同，从中文翻译成德语，文件路径是/docs/contract.pdf，要求加急',
    'doc_translate',
    tool(
      {
        source_language: text('源语言'),
        target_language: text('目标语言'),
        file_path: text('文件路径'),
        urgent: yesNo('是否加急'),
      },
      ['source_language', 'target_language', 'file_path'],
    ),
    { source_language: '中文', target_language: '德语', file_path: '/docs/contract.pdf', urgent: true },
  ],
  [
    '请安排会议，参会人员有张伟、李娜和王强，会议室A301，时长90分钟',
    'meeting',
    tool({
      participants: list(text(), '参会人员名单'),
      room: text('会议室编号'),
      duration: integer('会议时长，单位分钟'),
    }),
    { participants: ['张伟', '李娜', '王强'], room: 'A301', duration: 90 },
  ],
  [
    '模拟一次地震，震级6.8级，震源深度15公里，持续时间30秒',
    'quake_sim',
    tool({
      magnitude: number('震级'),
      depth: number('震源深度（公里）'),
      duration: number('持续时间（秒）'),
    }),
    { magnitude: 6.8, depth: 15, duration: 30 },
  ],
  [
    '我的航班号是CA1234，座位偏好靠窗，行李2件',
    'checkin',
    tool({
      flight_number: text('航班号'),
      seat_preference: text('座位偏好，如靠窗、靠过道'),
      bags: integer('行李件数'),
    }),
    { flight_number: 'CA1234', seat_preference: '靠窗', bags: 2 },
  ],
  [
    '生成一份关于新能源汽车市场的分析报告，重点关注电池技术和充电设施，不需要历史数据',
    'market_report',
    tool(
      {
        topic: text('报告主题'),
        focus: list(text(), '重点关注的方面'),
        include_history: yesNo('是否包含历史数据'),
      },
      ['topic'],
    ),
    { topic: '新能源汽车市场', focus: ['电池技术', '充电设施'], include_history: false },
  ],
  [
    '查询2022年到2024年深圳的房价走势',
    'house_trend',
    tool({ city: text('城市'), start_year: integer('起始年份'), end_year: integer('结束年份') }),
    { city: '深圳', start_year: 2022, end_year: 2024 },
  ],
  [
    '我想知道这款手机的价格，需要包含保修信息',
    'phone_price',
    tool({ product: text('产品名称'), include_warranty: yesNo('是否包含保修信息') }, ['product']),
    { product: '手机', include_warranty: true },
  ],
  [
    '请帮我查询李白的诗，要求有注释和译文',
    'poems',
    tool(
      { poet: text('诗人姓名'), with_notes: yesNo('是否需要注释'), with_translation: yesNo('是否需要译文') },
      ['poet'],
    ),
    { poet: '李白', with_notes: true, with_translation: true },
  ],
  [
    '我们公司在评估云服务，供应商是阿里云，部署方式为混合云，每月预算两万元',
    'cloud_eval',
    tool({
      vendor: text('供应商名称'),
      deployment: text('部署方式', { enum: ['公有云', '私有云', '混合云'] }),
      monthly_budget: number('每月预算（元）'),
    }),
    { vendor: '阿里云', deployment: '混合云', monthly_budget: 20000 },
  ],
  [
    '给我一份关于气候变化对农业影响的研究摘要，用英文写',
    'summary',
    tool({ topic: text('研究主题'), language: text('语言', { enum: ['中文', '英文'] }) }),
    { topic: '气候变化对农业影响', language: '英文' },
  ],
  [
    '我家有三口人，每月用电350度，想装太阳能板',
    'solar',
    tool({ household_size: integer('家庭人口数'), monthly_usage: number('每月用电量（度）') }),
    { household_size: 3, monthly_usage: 350 },
  ],
  [
    '把会议从周四改到周五下午两点',
    'reschedule',
    tool({ new_time: text('新的会议时间，格式YYYY-MM-DD HH:MM') }),
    { new_time: '2024-03-08 14:00' },
  ],
  [
    '查一下从成都飞往东京的航班，明天出发，只要直飞',
    'flight',
    tool(
      {
        origin: text('出发城市'),
        destination: text('目的城市'),
        date: text('出发日期YYYY-MM-DD'),
        direct_only: yesNo('是否只要直飞航班'),
      },
      ['origin', 'destination', 'date'],
    ),
    { origin: '成都', destination: '东京', date: '2024-03-07', direct_only: true },
  ],
  [
    '以CSV格式导出上个月的销售数据，按地区分组',
    'export',
    tool(
      {
        format: text('导出格式', { enum: ['CSV', 'JSON', 'XLSX'] }),
        group_by: text('分组方式，如地区、产品'),
      },
      ['format'],
    ),
    { format: 'CSV', group_by: '地区' },
  ],
  [
    '我的宝宝6个月大，体重8公斤，最近有点发烧，体温38.5度',
    'baby',
    tool({
      age_months: integer('月龄'),
      weight: number('体重（公斤）'),
      temperature: number('体温（摄氏度）'),
    }),
    { age_months: 6, weight: 8, temperature: 38.5 },
  ],
  [
    '请用Python语言生成一个快速排序的代码',
    'codegen',
    tool({ language: text('编程语言'), task: text('要实现的功能') }),
    { language: 'Python', task: '快速排序' },
  ],
];

describe('requests in Chinese give all their values', () => {
  test.each(cases)('%s', (request, name, parameters, expected) => {
    expect(fillParameters(request, parameters, { tool: { name }, now }).arguments).toEqual(expected);
  });
});
