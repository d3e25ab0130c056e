/**
 * Chinese words and what they are in English, ours by hand, by what they are about: a request and a tool in the two
 * languages meet here where the lexicon has no line for them. English words come before their Chinese ones; any of several
 * may be meant, and all of those that a `+` joins.
 */
export const vocabulary: Readonly<Record<string, string>> = {
  doing: `
    find search look 寻找 查找 搜索 找出 找寻 search query 查询 检索 lookup find 查 找 browse 浏览 explore 探索 探寻
    discover 发现 locate 定位 get retrieve fetch 获取 取得 获得 拿到 obtain acquire 得到 provide 提供 给出 offer 提供
    show display 显示 展示 list 列出 列举 view see 查看 看看 tell 告诉 告知 explain 解释 说明 讲解 describe 描述 介绍
    introduce 介绍 know 知道 了解 learn 学习 学会 understand 理解 明白 teach 教 教授 create 创建 建立 generate 生成
    make 制作 做出 build 构建 搭建 建造 produce 产生 生产 compose 撰写 创作 write 写 撰写 编写 写作 draft 起草 草拟
    design 设计 add 添加 加入 增加 新增 insert 插入 append 追加 附加 attach 附上 附件 update 更新 modify 修改
    change 更改 改变 变更 改成 edit 编辑 adjust 调整 revise 修订 set 设置 设定 设为 delete 删除 删掉
    remove 移除 去除 去掉 erase 擦除 抹掉 clear 清空 清除 cancel 取消 revoke 撤销 吊销 undo 撤消 reset 重置
    restore 恢复 还原 recover 找回 恢复 save 保存 存下 store 存储 储存 record 记录 录制 log 日志 read 读取 阅读 朗读
    open 打开 开启 close 关闭 关上 load 加载 载入 reload 重新加载 refresh 刷新 send 发送 寄 发给 发出
    deliver 配送 投递 送达 forward 转发 receive 接收 收到 share 分享 共享 publish 发布 出版 发表 post 发帖 张贴
    submit 提交 upload 上传 download 下载 import 导入 export 导出 copy 复制 拷贝 抄送 paste 粘贴 move 移动 移到
    rename 重命名 改名 replace 替换 更换 swap 交换 exchange 兑换 交换 互换 switch 切换 转换 start 开始 启动 begin 开始
    run 运行 跑 execute 执行 launch 启动 推出 发射 stop 停止 停下 pause 暂停 resume 继续 恢复 continue 继续
    finish complete 完成 结束 end 结束 restart 重启 重新启动 enable activate 启用 激活 开通
    disable deactivate 禁用 停用 turn 打开 关掉 调到 install 安装 uninstall 卸载 deploy 部署 configure 配置
    upgrade 升级 downgrade 降级 migrate 迁移 calculate compute 计算 算 算出 算一下 求出 求 estimate 估算 估计 预估
    evaluate 评估 求值 评价 assess 评估 评定 measure 测量 衡量 test 测试 测验 检测 verify validate 验证 核验 校验
    check 检查 查验 核对 confirm 确认 analyze analysis 分析 解析 compare comparison 比较 对比 predict 预测
    forecast 预报 预测 simulate simulation 模拟 仿真 optimize optimization 优化 improve 改善 改进 提高
    enhance 增强 提升 reduce 减少 降低 increase 增加 提高 增长 recommend recommendation 推荐 suggest suggestion 建议
    advise advice 建议 意见 忠告 plan 计划 规划 策划 schedule 安排 日程 排期 时间表 arrange 安排 organize 组织 整理
    prepare 准备 筹备 book reserve reservation 预订 预定 预约 订 rent rental 租 租用 租赁 出租
    buy purchase 购买 买 选购 order 订购 点 下单 订单 sell 出售 卖 卖出 pay payment 支付 付款 缴纳 refund 退款
    return 退货 返回 归还 convert conversion 转换 换算 转成 转为 translate translation 翻译 译成
    transcribe transcription 转录 听写 summarize summary 总结 概括 摘要 概述 extract 提取 抽取 parse 解析
    split 拆分 分割 merge 合并 combine 结合 组合 合并 join 加入 连接 sort 排序 排列 filter 过滤 筛选
    select choose 选择 挑选 选出 classify classification 分类 归类 group 分组 count 计数 数一数 统计
    monitor 监控 监测 监视 track tracking 跟踪 追踪 follow 关注 跟随 detect detection 检测 侦测
    identify 识别 鉴定 辨认 recognize recognition 识别 辨识 notify notification 通知 remind reminder 提醒
    alert 警报 警示 warn warning 警告 预警 invite invitation 邀请 register registration 注册 登记 报名
    enroll enrollment 报名 入学 subscribe subscription 订阅 unsubscribe 退订 login 登录 登陆 logout 登出 退出
    sign 签署 签名 ask question 提问 问 问题 answer 回答 答案 解答 reply 回复 respond response 回应 响应
    call 打电话 致电 呼叫 拨打 talk chat 聊天 交谈 discuss discussion 讨论 negotiate negotiation 谈判 协商
    communicate communication 沟通 交流 通信 play 播放 玩 listen 听 收听 watch 观看 看 draw 绘制 画 paint 绘画 涂
    print 打印 印刷 scan 扫描 capture 捕捉 截取 拍摄 shoot 拍摄 photograph 拍照 crop 裁剪 rotate 旋转
    resize 调整大小 缩放 compress 压缩 encrypt encryption 加密 decrypt 解密 encode 编码 decode 解码
    assign 分配 指派 分派 allocate allocation 分配 调配 approve approval 批准 审批 reject 拒绝 驳回 accept 接受 接收
    apply application 申请 应用 request 请求 申请 report 报告 举报 complain complaint 投诉 抱怨 solve 解决 求解 解
    fix repair 修复 修理 维修 debug 调试 排错 diagnose diagnosis 诊断 manage management 管理 control 控制 操控
    maintain maintenance 维护 保养 protect protection 保护 防护 prevent prevention 预防 防止 avoid 避免 避开
    block 屏蔽 阻止 拉黑 unlock 解锁 lock 锁定 上锁 hide 隐藏 mute 静音 rate rating 评分 打分
    review 评论 评审 复习 审查 vote 投票 donate donation 捐赠 捐款 invest investment 投资 trade trading 交易 贸易
    transfer 转账 转移 转让 withdraw withdrawal 取款 提现 提取 deposit 存款 存入 押金 borrow 借 借入 lend 借出
    save saving 储蓄 节省 省钱 earn 赚 挣 spend spending 花费 支出 消费 travel 旅行 旅游 出行 visit 参观 访问 拜访
    drive driving 驾驶 开车 ride 骑 乘坐 fly 飞 飞往 walk walking 步行 散步 走路 hike hiking 徒步 远足 登山
    run running 跑步 swim swimming 游泳 climb climbing 攀登 攀岩 depart departure 出发 启程 arrive arrival 到达 抵达
    return 返程 回程 返回 stay 住 入住 停留 check+in 入住 值机 签到 cook cooking 烹饪 做饭 做菜 煮 bake baking 烘焙 烤
    eat 吃 drink 喝 饮 clean cleaning 清洁 打扫 清理 wash 洗 清洗 wear 穿 佩戴 practice 练习 训练
    train training 训练 培训 study 学习 研究 research 研究 调研 investigate investigation 调查 侦查
    inspect inspection 检查 检验 视察 survey 调查 测量 问卷`,
  everyday: `
    name 名字 名称 姓名 full+name 全名 first+name 名 last+name surname 姓 姓氏 username 用户名 nickname 昵称
    title 标题 头衔 gender 性别 male man 男 男性 男士 female woman 女 女性 女士 age 年龄 岁数 birth birthday 出生 生日
    married marriage 结婚 婚姻 已婚 divorce 离婚 family 家庭 家人 parent 父母 家长 father 父亲 爸爸 mother 母亲 妈妈
    son 儿子 daughter 女儿 brother 兄弟 哥哥 弟弟 sister 姐妹 姐姐 妹妹 husband 丈夫 老公 wife 妻子 老婆
    child children kid 孩子 儿童 小孩 baby infant 婴儿 宝宝 grandparent 祖父母 elderly senior 老人 老年人
    friend 朋友 好友 neighbor 邻居 couple 情侣 夫妇 partner 伙伴 合作伙伴 伴侣 people 人们 人群 adult 成人 成年人
    teenager 青少年 house home 房子 家 住宅 家里 room 房间 bedroom 卧室 living+room 客厅 kitchen 厨房
    bathroom 浴室 卫生间 toilet restroom 厕所 洗手间 garage 车库 garden yard 花园 院子 balcony 阳台 floor 地板 楼层
    wall 墙 墙壁 window 窗户 窗口 door 门 roof 屋顶 stairs 楼梯 elevator 电梯 furniture 家具 table desk 桌子
    chair 椅子 sofa couch 沙发 bed 床 curtain 窗帘 carpet 地毯 lamp light 灯 灯光 mirror 镜子 clock 时钟 闹钟
    alarm 闹钟 警报 refrigerator fridge 冰箱 washing+machine 洗衣机 dishwasher 洗碗机 oven 烤箱 microwave 微波炉
    stove 炉灶 vacuum 吸尘器 air+conditioner 空调 heater heating 暖气 加热器 fan 风扇 humidifier 加湿器
    purifier 净化器 appliance 家电 电器 television tv 电视 电视机 remote 遥控 遥控器 远程 plumbing plumber 水管 水管工
    electrician 电工 renovation 装修 翻新 decoration 装饰 decor 装饰 moving 搬家 rent 租金 房租 tenant 租客 租户
    landlord 房东 clothes clothing 衣服 服装 shirt 衬衫 pants trousers 裤子 jeans 牛仔裤 dress 连衣裙 裙子 skirt 短裙
    coat jacket 外套 夹克 大衣 sweater 毛衣 suit 西装 套装 hat cap 帽子 shoe shoes 鞋 鞋子 sneaker 运动鞋 sock 袜子
    glove 手套 scarf 围巾 bag handbag 包 手提包 backpack 背包 wallet 钱包 watch 手表 glasses 眼镜 sunglasses 太阳镜
    ring 戒指 necklace 项链 earring 耳环 jewelry 珠宝 首饰 umbrella 雨伞 fashion 时尚 时装 outfit 穿搭 搭配
    fabric 面料 布料 cotton 棉 棉花 leather 皮革 silk 丝绸 makeup cosmetic 化妆 化妆品 skincare skin 护肤 皮肤
    hair 头发 haircut hairstyle 发型 理发 perfume 香水 shampoo 洗发水 soap 肥皂 toothbrush 牙刷 lipstick 口红
    salon 美发 沙龙 spa massage 按摩 水疗 nail 指甲 美甲 tattoo 纹身 gift present 礼物 礼品 toy 玩具 doll 娃娃
    balloon 气球 candle 蜡烛 flower 花 鲜花 花卉 party 派对 聚会 wedding 婚礼 anniversary 纪念日 周年
    ceremony 仪式 典礼 funeral 葬礼 christmas 圣诞 圣诞节 spring+festival 春节 new+year 新年 元旦 mid+autumn 中秋
    halloween 万圣节 thanksgiving 感恩节 easter 复活节 valentine 情人节 festival 节日 holiday 假日 节假日 假期
    vacation 假期 度假 weekend 周末 celebrate celebration 庆祝 庆典 morning 早上 早晨 上午 noon 中午 afternoon 下午
    evening 傍晚 晚上 night 夜晚 晚上 夜间 midnight 午夜 today 今天 今日 tomorrow 明天 yesterday 昨天 week 周 星期
    weekly 每周 month 月 monthly 每月 year 年 yearly annual 每年 年度 quarter quarterly 季度 daily 每天 每日 日常
    hourly 每小时 hour 小时 minute 分钟 second 秒 monday 周一 星期一 tuesday 周二 星期二 wednesday 周三 星期三
    thursday 周四 星期四 friday 周五 星期五 saturday 周六 星期六 sunday 周日 星期日 january 一月 february 二月
    march 三月 april 四月 may 五月 june 六月 july 七月 august 八月 september 九月 october 十月 november 十一月
    december 十二月 season seasonal 季节 季节性 spring 春天 春季 summer 夏天 夏季 autumn fall 秋天 秋季
    winter 冬天 冬季 century 世纪 decade 年代 十年 date 日期 time 时间 几点 钟点 timestamp 时间戳 deadline 截止 截止日期 期限
    duration 时长 持续时间 period 期间 周期 时期 interval 间隔 frequency 频率 age+group 年龄段 current 当前 目前 现在
    now 现在 此刻 latest recent newest 最新 最近 future 未来 将来 past 过去 history historical 历史 early 早期 提前
    late 晚 迟 upcoming 即将 即将到来 real+time 实时 timezone zone 时区 calendar 日历 lunar 农历 月球 countdown 倒计时
    timer 计时器 定时器 stopwatch 秒表 red 红色 blue 蓝色 green 绿色 绿 yellow 黄色 black 黑色 white 白色
    gray grey 灰色 orange 橙色 橙子 purple 紫色 pink 粉色 粉红 brown 棕色 gold golden 金色 黄金 silver 银色 白银
    color 颜色 色彩 bright brightness 亮度 明亮 dark 黑暗 深色 big large 大 大型 大的 small little 小 小型
    long 长 长的 short 短 短的 high 高 tall 高 low 低 wide 宽 narrow 窄 deep 深 thick 厚 thin 薄 heavy 重 沉
    light 轻 轻便 hot 热 热门 warm 温暖 cold 冷 寒冷 cool 凉爽 dry 干燥 wet 潮湿 fast quick 快 快速 slow 慢 缓慢
    new 新 新的 old 旧 老 young 年轻 cheap 便宜 廉价 expensive 昂贵 贵 free 免费 busy 繁忙 忙 easy simple 简单 容易
    difficult hard 困难 难 safe 安全 dangerous 危险 important 重要 popular 流行 受欢迎 热门 famous 著名 有名
    beautiful 美丽 漂亮 healthy 健康 happy 快乐 开心 高兴 sad 悲伤 难过 angry 生气 愤怒 public 公共 公开
    private 私人 私有 personal 个人 私人 personalized 个性化 custom customize 定制 自定义 professional 专业 职业
    official 官方 正式 local 本地 当地 global worldwide 全球 international 国际 national 国家 全国 foreign 外国 国外
    domestic 国内 traditional 传统 modern 现代 classic 经典 advanced 高级 先进 basic 基本 基础
    beginner 初学者 新手 入门 intermediate 中级 expert 专家 automatic 自动 manual 手动 手册 online 在线 线上
    offline 离线 线下 available availability 可用 空闲 有空 nearby near 附近 周边 nearest closest 最近`,
  places: `
    country 国家 city 城市 town 城镇 镇 village 村庄 村 province state 省 省份 州 county 县 district 区 地区
    region 地区 区域 area 区域 面积 street 街道 街 road 道路 路 highway freeway 高速公路 公路 bridge 桥 桥梁
    tunnel 隧道 square plaza 广场 block 街区 neighborhood 社区 街区 community 社区 downtown 市中心 suburb 郊区
    countryside rural 乡村 农村 urban 城市 市区 capital 首都 border 边境 边界 continent 大陆 洲 world 世界 earth 地球
    island 岛 岛屿 beach 海滩 沙滩 coast 海岸 沿海 sea ocean 海洋 大海 lake 湖 湖泊 river 河流 河 mountain 山 山脉
    hill 小山 valley 山谷 forest 森林 desert 沙漠 waterfall 瀑布 volcano 火山 cave 洞穴 park 公园
    national+park 国家公园 zoo 动物园 aquarium 水族馆 amusement+park theme+park 游乐园 主题公园 garden 花园
    botanical 植物园 address 地址 location 位置 地点 所在地 place 地点 地方 position 位置 职位
    coordinate coordinates 坐标 latitude 纬度 longitude 经度 altitude elevation 海拔 高度 direction 方向 map 地图
    distance 距离 north northern 北 北方 北部 south southern 南 南方 南部 east eastern 东 东方 东部
    west western 西 西方 西部 center 中心 postal zip+code postcode 邮编 邮政编码 venue 场地 场馆 building 建筑 大楼 楼
    tower 塔 skyscraper 摩天大楼 apartment 公寓 villa 别墅 office 办公室 factory 工厂 warehouse 仓库 farm 农场
    market 市场 supermarket 超市 mall 商场 购物中心 store shop 商店 店铺 门店 bookstore 书店 bakery 面包店
    bar pub 酒吧 cafe 咖啡馆 咖啡厅 restaurant 餐厅 餐馆 饭店 hotel 酒店 宾馆 hostel 青年旅社 inn 客栈 旅馆
    homestay 民宿 resort 度假村 bank 银行 post+office 邮局 police+station 警察局 派出所 fire+station 消防站
    hospital 医院 clinic 诊所 pharmacy 药店 药房 school 学校 kindergarten 幼儿园 university college 大学 学院
    library 图书馆 museum 博物馆 gallery 画廊 美术馆 theater theatre 剧院 剧场 cinema 电影院 影院 stadium 体育场
    gym 健身房 pool 泳池 游泳池 church 教堂 temple 寺庙 神庙 mosque 清真寺 castle 城堡 palace 宫殿 monument 纪念碑
    landmark 地标 attraction 景点 heritage 遗产 ruins 遗址 campus 校园 camp camping 露营 营地 station 车站 站 站点
    airport 机场 port harbor 港口 端口 terminal 航站楼 终端 parking 停车 停车场 gas+station 加油站
    charging+station 充电站 充电桩 china chinese 中国 america american usa 美国 britain british uk 英国
    france french 法国 germany german 德国 japan japanese 日本 korea korean 韩国 india indian 印度
    russia russian 俄罗斯 italy italian 意大利 spain spanish 西班牙 canada canadian 加拿大
    australia australian 澳大利亚 澳洲 brazil 巴西 mexico mexican 墨西哥 thailand thai 泰国 vietnam 越南
    singapore 新加坡 egypt 埃及 greece greek 希腊 europe european 欧洲 asia asian 亚洲 africa african 非洲
    beijing 北京 shanghai 上海 hong+kong 香港 taiwan 台湾 tokyo 东京 paris 巴黎 london 伦敦 new+york 纽约 berlin 柏林
    sydney 悉尼 los+angeles 洛杉矶 san+francisco 旧金山 rome 罗马 english 英语 英文 french 法语 法文 german 德语 德文
    japanese 日语 日文 spanish 西班牙语 korean 韩语 russian 俄语 arabic 阿拉伯语 latin 拉丁语 portuguese 葡萄牙语
    italian 意大利语`,
  travel: `
    trip 旅行 行程 旅程 tour 旅游 游览 巡演 tourist 游客 tourism 旅游业 旅游 guide 指南 导游 itinerary 行程 旅行计划
    flight 航班 飞行 airline 航空公司 airplane plane aircraft 飞机 ticket 票 机票 车票 门票 boarding+pass 登机牌
    boarding 登机 passenger 乘客 旅客 seat 座位 luggage baggage 行李 passport 护照 visa 签证 customs 海关
    layover transfer 中转 转机 换乘 one+way 单程 round+trip 往返 first+class 头等舱 business+class 商务舱
    economy 经济 经济舱 departure 起飞 出发地 destination 目的地 delay 延误 延迟 train 火车 列车 高铁
    railway rail 铁路 subway metro 地铁 bus 公交 公交车 巴士 大巴 taxi cab 出租车 ride 打车 网约车
    car vehicle 汽车 车辆 车 小汽车 truck 卡车 货车 motorcycle motorbike 摩托车 bicycle bike 自行车 单车
    scooter 滑板车 电动车 electric+vehicle 电动汽车 新能源车 ship 船 轮船 船舶 boat 小船 cruise 游轮 邮轮 ferry 渡轮
    yacht 游艇 helicopter 直升机 drone 无人机 rocket 火箭 traffic 交通 流量 congestion jam 拥堵 堵车
    route 路线 航线 路由 navigation 导航 public+transport transit 公共交通 commute 通勤 driver 司机 驾驶员
    driving+license 驾照 驾驶证 license+plate 车牌 fuel gasoline gas petrol 汽油 燃料 燃油 油耗 mileage 里程
    engine 发动机 引擎 tire 轮胎 brake 刹车 制动 battery 电池 电量 charge charging 充电 收费 speed+limit 限速
    fine 罚款 toll 过路费 car+rental 租车 hotel+room 客房 酒店房间 check+out 退房 guest 客人 宾客
    accommodation lodging 住宿 star 星级 星 suite 套房 breakfast 早餐 sightseeing 观光 backpacking 背包旅行
    safari 狩猎 adventure 冒险 探险 tent 帐篷 travel+insurance 旅行保险 exchange+rate 汇率 travel+agency 旅行社`,
  food: `
    food 食物 食品 美食 meal 餐 一餐 用餐 dish 菜 菜肴 菜品 cuisine 美食 菜系 料理 recipe 食谱 菜谱 配方
    ingredient 食材 配料 原料 成分 menu 菜单 breakfast 早餐 早饭 lunch 午餐 午饭 dinner 晚餐 晚饭 snack 零食 小吃
    dessert 甜点 甜品 appetizer 开胃菜 vegetarian 素食 vegan 纯素 gluten 麸质 无麸质 allergy allergen 过敏 过敏原
    spicy 辣 辣味 sweet 甜 sour 酸 salty 咸 bitter 苦 flavor taste 口味 味道 rice 米饭 大米 noodle 面条
    pasta 意大利面 意面 bread 面包 cake 蛋糕 pizza 披萨 比萨 burger hamburger 汉堡 sandwich 三明治 salad 沙拉 soup 汤
    steak 牛排 beef 牛肉 pork 猪肉 chicken 鸡肉 鸡 duck 鸭 鸭肉 lamb 羊肉 meat 肉 肉类 fish 鱼 鱼类 seafood 海鲜
    shrimp 虾 crab 螃蟹 egg 鸡蛋 蛋 tofu 豆腐 bean 豆 豆类 vegetable 蔬菜 tomato 番茄 西红柿 potato 土豆 carrot 胡萝卜
    onion 洋葱 garlic 大蒜 pepper 胡椒 辣椒 mushroom 蘑菇 fruit 水果 apple 苹果 banana 香蕉 orange 橙子 lemon 柠檬
    grape 葡萄 strawberry 草莓 watermelon 西瓜 mango 芒果 nut 坚果 chocolate 巧克力 candy 糖果 sugar 糖 salt 盐 oil 油
    butter 黄油 cheese 奶酪 芝士 milk 牛奶 奶 yogurt 酸奶 ice+cream 冰淇淋 honey 蜂蜜 sauce 酱 酱汁 flour 面粉
    dumpling 饺子 sushi 寿司 hotpot 火锅 barbecue 烧烤 drink beverage 饮料 饮品 water 水 饮用水 juice 果汁 tea 茶 茶叶
    coffee 咖啡 wine 葡萄酒 酒 beer 啤酒 cocktail 鸡尾酒 whiskey 威士忌 alcohol 酒精 酒类 soda 汽水 bottle 瓶 瓶子
    cup glass 杯 杯子 bowl 碗 plate 盘子 盘 serving 份 份量 chef 厨师 waiter 服务员 tip 小费 takeout takeaway 外卖
    food+delivery 外卖 送餐 reservation 订位 订座 grocery 杂货 食品杂货 calorie 卡路里 热量 protein 蛋白质
    carbohydrate carb 碳水化合物 碳水 fat 脂肪 fiber 纤维 vitamin 维生素 mineral 矿物质 矿物
    nutrition nutrient 营养 营养素 diet dietary 饮食 减肥 节食 organic 有机 fresh 新鲜 frozen 冷冻
    expire expiration 过期 保质期 有效期 keto 生酮 low+carb 低碳水 low+fat 低脂`,
  health: `
    health 健康 卫生 medical medicine 医疗 医学 doctor physician 医生 大夫 nurse 护士 dentist dental 牙医 牙科 牙齿
    surgeon surgery 手术 外科 patient 患者 病人 disease illness 疾病 病 symptom 症状 diagnosis 诊断 treatment 治疗
    therapy 疗法 治疗 therapist 治疗师 prescription 处方 medication drug 药物 药品 用药 pill tablet 药片
    dose dosage 剂量 用量 side+effect 副作用 vaccine vaccination 疫苗 接种 infection 感染 virus 病毒 bacteria 细菌
    fever 发烧 发热 cough 咳嗽 cold 感冒 flu influenza 流感 headache 头痛 头疼 pain 疼痛 疼 cancer 癌症 tumor 肿瘤
    diabetes 糖尿病 blood+pressure 血压 高血压 blood+sugar glucose 血糖 cholesterol 胆固醇 heart 心脏
    heart+rate 心率 心跳 stroke 中风 asthma 哮喘 depression 抑郁 抑郁症 anxiety 焦虑 stress 压力 应力 insomnia 失眠
    sleep 睡眠 睡觉 mental 心理 精神 mental+health 心理健康 psychology psychological 心理学 心理 psychologist 心理医生
    emotion emotional 情绪 情感 mood 心情 情绪 meditation 冥想 yoga 瑜伽 exercise workout 锻炼 运动 健身 fitness 健身
    muscle 肌肉 weight 体重 重量 height 身高 高度 body 身体 body+mass bmi 体质指数 brain 大脑 脑 blood 血液 血
    bone 骨骼 骨 eye vision 眼睛 视力 ear hearing 耳朵 听力 nose 鼻子 tooth teeth 牙齿 hand 手 foot feet 脚 英尺
    leg 腿 knee 膝盖 stomach 胃 肚子 liver 肝 kidney 肾 lung 肺 skin 皮肤 pregnancy pregnant 怀孕 孕期 birth 分娩 出生
    menstrual period 月经 生理期 fertility 生育 injury 受伤 伤害 wound 伤口 first+aid 急救 emergency 紧急 急诊 应急
    ambulance 救护车 rehabilitation 康复 checkup 体检 physical+examination 体检 appointment 预约 挂号
    insurance 保险 医保 medical+record 病历 病例 hygiene 卫生 smoking 吸烟 抽烟 addiction 成瘾 disability 残疾
    aging 衰老 老龄化 lifestyle 生活方式 habit 习惯 epidemic pandemic 疫情 流行病 gene genetic 基因 遗传 cell 细胞
    dna 脱氧核糖核酸 immune 免疫 hormone 激素`,
  money: `
    money 钱 金钱 cash 现金 price 价格 价钱 售价 cost 成本 费用 花费 fee 费用 手续费 expense 支出 开支 费用
    budget 预算 bill 账单 invoice 发票 receipt 收据 小票 tax 税 税收 税款 income 收入 收益 revenue 营收 营业额 收入
    profit 利润 盈利 loss 损失 亏损 salary wage 工资 薪水 薪资 bonus 奖金 pension 养老金 退休金 retirement 退休
    finance financial 金融 财务 财经 economy economic 经济 economics 经济学 bank 银行 bank+account 银行账户
    account 账户 账号 帐户 balance 余额 平衡 transaction 交易 transfer 转账 汇款 credit+card 信用卡 debit+card 借记卡
    credit 信用 信贷 credit+score 信用评分 信用分 loan 贷款 借款 mortgage 抵押 房贷 按揭 interest 利息 兴趣
    interest+rate 利率 installment 分期 分期付款 monthly+payment 月供 down+payment 首付 debt 债务 欠款 asset 资产
    liability 负债 责任 equity 股权 权益 currency 货币 币种 exchange+rate 汇率 dollar usd 美元 euro eur 欧元
    yuan rmb cny 人民币 元 pound gbp 英镑 yen jpy 日元 cryptocurrency crypto 加密货币 虚拟货币 数字货币 bitcoin 比特币
    ethereum 以太坊 blockchain 区块链 stock share 股票 股份 stock+price 股价 stock+market 股市 股票市场 bond 债券
    fund 基金 mutual+fund 共同基金 option 期权 选项 futures 期货 dividend 股息 分红 portfolio 投资组合 作品集
    return 回报 收益率 return+on+investment roi 投资回报率 risk 风险 volatility 波动 波动率 inflation 通货膨胀 通胀
    gdp 国内生产总值 market 市场 行情 market+value 市值 valuation 估值 company+stock 公司股票 broker 经纪人 券商
    insurance 保险 premium 保费 高级 溢价 claim 理赔 索赔 compound+interest 复利 net+worth 净资产 cash+flow 现金流
    depreciation 折旧 audit 审计 accounting accountant 会计 balance+sheet 资产负债表 financial+report 财报 财务报告
    quote 报价 引用 名言 auction 拍卖 bid bidding 出价 竞标 投标 discount 折扣 打折 优惠 coupon voucher 优惠券 代金券
    promotion 促销 晋升 推广 deal 优惠 交易 sale 销售 特卖 sales 销量 销售额 retail 零售 wholesale 批发
    product 产品 商品 goods 商品 货物 item 物品 项目 条目 brand 品牌 model 型号 模型 size 尺寸 大小 尺码 quantity 数量
    quality 质量 品质 stock inventory 库存 shopping 购物 cart 购物车 checkout 结账 order 订单 package parcel 包裹 包装
    shipping 运费 发货 运输 delivery 送货 配送 交付 express courier 快递 logistics 物流 shipment 货物 发货 运单
    tracking+number 快递单号 运单号 supplier vendor 供应商 supply+chain 供应链 supply 供应 demand 需求
    customer 客户 顾客 consumer 消费者 buyer 买家 seller 卖家 merchant 商家 商户 warranty 保修 质保
    loyalty 忠诚度 积分 points 积分 点数 membership 会员 会员资格 reward 奖励 e+commerce 电商 电子商务
    import export 进出口 tariff 关税 charity 慈善 fundraising 筹款 募捐 poverty 贫困 wealth 财富
    real+estate property 房地产 房产 property 财产 属性 house+price 房价 lease 租约 租赁`,
  work: `
    work job 工作 job position 职位 岗位 career 职业 职业生涯 profession occupation 职业 employee staff 员工 职员
    employer 雇主 employment 就业 unemployment 失业 boss manager 老板 经理 leader leadership 领导 领导力
    team 团队 小组 队伍 colleague 同事 department 部门 company 公司 enterprise 企业 business 商业 业务 生意
    startup 创业 初创公司 industry 行业 产业 organization 组织 机构 association 协会 resume cv 简历
    interview 面试 采访 recruit recruitment hiring 招聘 promotion 晋升 resign 辞职 training 培训 skill 技能
    experience 经验 体验 经历 certificate certification 证书 认证 qualification 资格 performance 表现 绩效 性能
    attendance 考勤 出勤 leave 请假 休假 overtime 加班 shift 班次 轮班 meeting 会议 conference 大会 会议
    webinar 网络研讨会 seminar 研讨会 workshop 工作坊 研讨会 presentation 演示 演讲 speech 演讲 发言 语音
    slide slides 幻灯片 agenda 议程 minutes 会议纪要 project 项目 task 任务 milestone 里程碑 progress 进度 进展
    status 状态 priority 优先级 优先 goal objective target 目标 strategy 战略 策略 decision 决策 决定
    document 文档 文件 report 报告 报表 proposal 提案 方案 contract 合同 agreement 协议 signature 签名 form 表单 表格
    template 模板 checklist 清单 检查表 note notes 笔记 备注 便签 memo 备忘录 email mail 邮件 电子邮件 邮箱
    inbox 收件箱 attachment 附件 subject 主题 科目 recipient 收件人 sender 发件人 message 消息 信息 留言
    text+message sms 短信 phone 电话 手机 phone+number 电话号码 手机号 contact 联系人 联系 联系方式 chat 聊天
    group+chat 群聊 video+call 视频通话 voice 语音 声音 communication 沟通 通讯 office 办公 办公室
    workplace 职场 工作场所 remote+work 远程办公 productivity 生产力 效率 workflow 工作流 工作流程
    process 流程 过程 进程 procedure 程序 步骤 step 步骤 resource 资源 human+resources 人力资源 人事
    marketing 营销 市场营销 advertising advertisement ad 广告 campaign 活动 竞选 brand 品牌 public+relations 公关
    audience 受众 观众 lead 线索 潜在客户 competitor 竞争对手 竞品 market+research 市场调研 市场研究
    customer+service 客服 客户服务 feedback 反馈 satisfaction 满意度 survey questionnaire 调查问卷 问卷
    consulting consultant 咨询 顾问 collaboration collaborate 协作 合作 innovation 创新 patent 专利 trademark 商标
    copyright 版权 intellectual+property 知识产权 license 许可 许可证 执照 compliance 合规 manufacturing 制造 制造业
    production 生产 equipment 设备 machine machinery 机器 机械 assembly 装配 组装 construction 施工 建设 建筑
    engineering 工程 engineer 工程师 architect architecture 建筑师 架构 safety 安全 安全性 steel 钢 钢铁
    concrete 混凝土 wood 木材 木头 plastic 塑料 metal 金属 glass 玻璃 material 材料 物料 tool 工具
    part component 零件 部件 组件 fault failure 故障 失败 defect 缺陷 agriculture 农业 crop 作物 农作物 庄稼 soil 土壤
    fertilizer 肥料 pesticide 农药 irrigation 灌溉 harvest 收获 收成 livestock 牲畜 畜牧 farmer 农民 plant 植物 种植
    seed 种子 tree 树 树木`,
  computing: `
    computer 电脑 计算机 laptop notebook 笔记本电脑 phone smartphone mobile 手机 智能手机 tablet 平板 平板电脑
    device 设备 装置 screen display 屏幕 显示器 keyboard 键盘 mouse 鼠标 printer 打印机 camera 摄像头 相机
    speaker 扬声器 音箱 headphone earphone 耳机 microphone 麦克风 router 路由器 server 服务器 network 网络
    internet 互联网 网络 wifi wireless 无线 无线网络 bluetooth 蓝牙 usb 优盘 disk drive 磁盘 硬盘 disk+space 磁盘空间
    memory 内存 记忆 storage 存储 存储空间 cpu processor 处理器 gpu graphics 显卡 图形 chip 芯片 hardware 硬件
    software 软件 operating+system 操作系统 system 系统 app application 应用 应用程序 program 程序 节目 version 版本
    update 更新 patch 补丁 bug 缺陷 漏洞 error 错误 报错 误差 exception 异常 crash 崩溃 log 日志 file 文件
    folder directory 文件夹 目录 path 路径 file+name 文件名 extension 扩展名 扩展 archive 归档 压缩包 backup 备份
    database 数据库 table 表 表格 数据表 column 列 栏 row 行 field 字段 领域 record 记录 index 索引 指数
    query 查询 查询语句 sql 结构化查询 schema 模式 架构 data 数据 dataset 数据集 big+data 大数据 data+mining 数据挖掘
    json 对象 xml 标记 csv 逗号分隔 spreadsheet excel 电子表格 表格 cell 单元格 chart 图表 graph 图 图形 图表
    bar+chart 柱状图 条形图 line+chart 折线图 pie+chart 饼图 visualization visualize 可视化 dashboard 仪表盘 仪表板
    statistics statistical 统计 统计数据 metric 指标 indicator 指标 code 代码 编码 source+code 源代码 源码
    programming 编程 script 脚本 剧本 function 函数 功能 variable 变量 class 类 班级 method 方法 parameter 参数
    argument 参数 论点 string 字符串 array 数组 列表 list 列表 清单 loop 循环 regex regular+expression 正则 正则表达式
    pattern 模式 图案 algorithm 算法 compile compiler 编译 编译器 debug 调试 unit+test 单元测试 test+case 测试用例
    repository repo 仓库 代码库 commit 提交 branch 分支 merge 合并 pull+request 合并请求 拉取请求 issue 问题 议题 工单
    library 库 framework 框架 package 包 软件包 dependency 依赖 api interface 接口 endpoint 端点 request 请求
    response 响应 http 超文本 protocol 协议 port 端口 domain 域名 领域 dns 域名解析 url link 链接 网址
    website site 网站 web+page webpage 网页 页面 page 页 页面 browser 浏览器 search+engine 搜索引擎 cookie 缓存
    cache 缓存 hosting 托管 cloud 云 云端 云计算 virtual+machine 虚拟机 container 容器 docker 容器 cluster 集群 聚类
    load+balance 负载均衡 deploy deployment 部署 发布 pipeline 流水线 管道 automation automate 自动化 workflow 工作流
    cron schedule 定时任务 command 命令 指令 command+line shell terminal 命令行 终端 environment+variable 环境变量
    process 进程 thread 线程 queue 队列 service 服务 user 用户 administrator admin 管理员 role 角色 permission 权限
    access 访问 访问权限 password 密码 口令 login 登录 authentication 身份验证 认证 authorization 授权 token 令牌
    key 密钥 钥匙 键 certificate 证书 firewall 防火墙 vpn 虚拟专用网 security 安全 cybersecurity 网络安全
    vulnerability 漏洞 attack 攻击 hacker 黑客 malware 恶意软件 virus 病毒 phishing 钓鱼 spam 垃圾邮件 privacy 隐私
    encryption 加密 hash 哈希 散列 artificial+intelligence ai 人工智能 machine+learning 机器学习
    deep+learning 深度学习 neural+network 神经网络 model 模型 training 训练 image+recognition 图像识别
    speech+recognition 语音识别 face facial 人脸 面部 脸 natural+language 自然语言 sentiment 情感 情绪
    chatbot 聊天机器人 robot robotics 机器人 virtual+reality vr 虚拟现实 augmented+reality ar 增强现实
    internet+of+things iot 物联网 sensor 传感器 smart 智能 smart+home 智能家居 quantum 量子 semiconductor 半导体
    bandwidth 带宽 latency 延迟 download+speed 下载速度 网速 signal 信号 satellite 卫星 mobile+app 手机应用
    qr+code 二维码 barcode 条形码 条码 font 字体 icon 图标 button 按钮 menu 菜单 layout 布局 interface 界面
    user+interface ui 用户界面 notification 通知 推送 setting settings preference 设置 偏好 option 选项 default 默认
    format 格式 pixel 像素 resolution 分辨率 决议 text 文本 文字 content 内容 keyword 关键词 关键字 tag label 标签
    category 类别 分类 comment 评论 注释 blog 博客 article post 文章 帖子 forum 论坛 social+media 社交媒体
    follower fan 粉丝 like 点赞 喜欢 hashtag 话题 话题标签 trend trending 趋势 热搜 influencer 网红 live+stream 直播
    video 视频 影片 subtitle caption 字幕 playlist 播放列表 歌单 podcast 播客 channel 频道 渠道`,
  media: `
    image picture photo 图片 照片 图像 相片 photo photography 摄影 camera 相机 照相机 lens 镜头 album 相册 专辑
    painting 绘画 油画 画作 drawing 图画 绘图 sketch 素描 草图 art artwork 艺术 艺术品 artist 艺术家 sculpture 雕塑
    exhibition 展览 design 设计 poster 海报 logo 标志 商标 banner 横幅 background 背景 music 音乐 song 歌曲 歌
    singer 歌手 band 乐队 musician 音乐家 lyrics 歌词 melody 旋律 rhythm 节奏 concert 音乐会 演唱会
    instrument 乐器 仪器 piano 钢琴 guitar 吉他 violin 小提琴 drum 鼓 orchestra 交响乐团 opera 歌剧 dance 舞蹈 跳舞
    audio 音频 sound 声音 音效 volume 音量 体积 noise 噪音 噪声 radio 电台 广播 movie film 电影 影片 director 导演
    actor actress 演员 character 角色 人物 字符 plot 情节 剧情 绘图 genre 类型 体裁 流派 comedy 喜剧 horror 恐怖
    thriller 惊悚 romance 爱情 浪漫 science+fiction 科幻 documentary 纪录片 animation cartoon anime 动画 动漫 卡通
    comic 漫画 episode 集 剧集 series 系列 电视剧 trailer 预告片 box+office 票房 award 奖 奖项 oscar 奥斯卡
    celebrity 名人 明星 book 书 书籍 图书 novel 小说 author writer 作者 作家 publisher 出版社 出版商
    publication 出版物 magazine 杂志 newspaper 报纸 news 新闻 资讯 headline 头条 标题 journalist reporter 记者
    story 故事 poem poetry 诗 诗歌 诗词 poet 诗人 literature 文学 fiction 虚构 小说 biography 传记 chapter 章节 章
    quote 名言 语录 dictionary 词典 字典 encyclopedia 百科 百科全书 word 单词 词 vocabulary 词汇 sentence 句子
    paragraph 段落 grammar 语法 spelling 拼写 pronunciation 发音 synonym 同义词 antonym 反义词 definition 定义
    meaning 含义 意思 idiom 成语 习语 language 语言 accent 口音 translation 译文 essay 作文 论文 随笔
    thesis 论文 毕业论文 paper 论文 纸 纸张 citation 引用 引文 reference 参考 参考文献 plagiarism 抄袭 查重 joke 笑话
    humor 幽默 riddle puzzle 谜语 谜题 trivia 冷知识 小知识 game 游戏 比赛 video+game 电子游戏 player 玩家 球员 选手
    score 分数 比分 得分 level 等级 级别 水平 关卡 card 卡 卡片 牌 chess 国际象棋 象棋 poker 扑克 dice 骰子
    lottery 彩票 toy 玩具 sport sports 体育 运动 football soccer 足球 basketball 篮球 tennis 网球 baseball 棒球
    volleyball 排球 badminton 羽毛球 table+tennis 乒乓球 golf 高尔夫 swimming 游泳 ski skiing 滑雪 skating 滑冰
    boxing 拳击 racing race 赛车 赛跑 比赛 marathon 马拉松 cycling 骑行 自行车运动 fishing 钓鱼
    olympics olympic 奥运会 奥运 world+cup 世界杯 league 联赛 联盟 champion championship 冠军 锦标赛
    tournament 锦标赛 比赛 competition contest 比赛 竞赛 match 比赛 匹配 team 球队 队 coach 教练 athlete 运动员
    referee 裁判 goal 进球 training 训练 schedule 赛程 ranking rank 排名 排行 leaderboard 排行榜 hobby 爱好 兴趣爱好
    craft 手工 手工艺 collection 收藏 集合 antique 古董 entertainment 娱乐 leisure 休闲 event 活动 事件
    show performance 表演 演出 ticket 门票 演出票 theme 主题 style 风格 样式 creative creativity 创意 创造力
    inspiration 灵感 idea 想法 主意 点子`,
  learning: `
    education 教育 school 学校 student 学生 teacher 老师 教师 professor 教授 principal 校长 class 班级 课 course 课程
    online+course 网课 在线课程 lesson 课 课程 教训 lecture 讲座 curriculum 课程 课程设置 textbook 教材 课本
    homework assignment 作业 exam examination 考试 test quiz 测验 测试 grade score 成绩 分数 年级 gpa 绩点
    degree 学位 度 程度 度数 diploma 文凭 graduate graduation 毕业 研究生 undergraduate 本科 本科生 master 硕士 大师
    phd doctorate 博士 major 专业 scholarship 奖学金 tuition 学费 admission 录取 入学 application 申请
    tutor tutoring 辅导 家教 training 培训 skill 技能 learning 学习 knowledge 知识 reading 阅读 writing 写作
    research 研究 科研 academic 学术 scholar 学者 experiment 实验 laboratory lab 实验室 theory 理论 hypothesis 假设
    conclusion 结论 concept 概念 example 例子 示例 explanation 解释 tutorial 教程 manual 手册 guide 指南 攻略
    fact 事实 information 信息 资料 情报 mathematics math 数学 arithmetic 算术 algebra 代数 geometry 几何
    calculus 微积分 trigonometry 三角学 number 数字 数 号码 integer 整数 decimal 小数 十进制 fraction 分数
    binary 二进制 hexadecimal 十六进制 prime 质数 素数 factorial 阶乘 factor 因数 因素 divisor 约数 因数
    greatest+common+divisor gcd 最大公约数 公约数 least+common+multiple lcm 最小公倍数 公倍数 multiple 倍数
    sum 和 总和 求和 total 总共 总计 总数 difference 差 差异 区别 product 积 乘积 quotient 商 remainder 余数
    add addition 加 加法 相加 subtract subtraction 减 减法 multiply multiplication 乘 乘法 乘以
    divide division 除 除法 除以 square 平方 正方形 square+root 平方根 cube cubic 立方 立方体 power 幂 次方 功率 权力
    exponent exponential 指数 logarithm log 对数 equation 方程 方程式 quadratic 二次 二次方程 linear 线性
    polynomial 多项式 root 根 formula 公式 expression 表达式 function 函数 derivative 导数 integral 积分
    limit 极限 限制 matrix 矩阵 determinant 行列式 vector 向量 矢量 set 集合 sequence 序列 数列 series 级数
    permutation 排列 combination 组合 probability 概率 几率 random 随机 mean average 平均 平均值 平均数 median 中位数
    mode 众数 模式 standard+deviation 标准差 variance 方差 correlation 相关 相关性 regression 回归 distribution 分布
    sample 样本 样品 confidence 置信 信心 hypothesis+test 假设检验 percentage percent 百分比 百分之 ratio 比例 比率
    rate 率 比率 maximum max 最大 最大值 最高 minimum min 最小 最小值 最低 range 范围 area 面积
    perimeter circumference 周长 volume 体积 容积 length 长度 width 宽度 宽 height 高度 depth 深度 diameter 直径
    radius 半径 angle 角 角度 triangle 三角形 rectangle 矩形 长方形 circle 圆 圆形 sphere 球体 球 cylinder 圆柱 圆柱体
    cone 圆锥 polygon 多边形 hypotenuse 斜边 side 边 边长 line 直线 线 point 点 坐标点 plane 平面 axis 轴
    slope 斜率 坡度 unit 单位 meter 米 kilometer 千米 公里 centimeter 厘米 inch 英寸 mile 英里 gram 克
    kilogram 千克 公斤 pound 磅 ton 吨 liter 升 celsius 摄氏 摄氏度 fahrenheit 华氏 华氏度 proof 证明 logic 逻辑
    graph+theory 图论 physics physical 物理 physics 物理学 force 力 作用力 gravity gravitational 重力 引力 mass 质量
    velocity 速度 speed 速度 速率 acceleration 加速度 momentum 动量 energy 能量 能源 kinetic 动能 potential 势能 潜力
    power 功率 电力 work 功 friction 摩擦 摩擦力 pressure 压力 压强 气压 density 密度 temperature 温度 气温
    heat 热 热量 thermodynamics 热力学 electricity electric 电 电力 current 电流 voltage 电压 resistance 电阻 阻力
    circuit 电路 capacitor capacitance 电容 magnetic magnet 磁 磁场 磁铁 field 场 领域 wave 波 wavelength 波长
    frequency 频率 light 光 光线 sound+wave 声波 optics optical 光学 radiation 辐射 nuclear 核 核能 particle 粒子
    atom atomic 原子 electron 电子 quantum 量子 relativity 相对论 projectile 抛体 抛射 trajectory 轨迹 orbit 轨道
    chemistry chemical 化学 element 元素 compound 化合物 molecule molecular 分子 molecular+weight 分子量 reaction 反应
    acid 酸 酸性 base alkaline 碱 concentration 浓度 solution 溶液 解决方案 ion 离子 periodic+table 元素周期表
    gas 气体 liquid 液体 solid 固体 biology biological 生物学 生物 cell 细胞 protein 蛋白质 enzyme 酶
    evolution 进化 演化 species 物种 animal 动物 plant 植物 bird 鸟 鸟类 insect 昆虫 dog 狗 cat 猫 horse 马
    cow cattle 牛 sheep 羊 pig 猪 tiger 老虎 lion 狮子 elephant 大象 bear 熊 panda 熊猫 monkey 猴子 rabbit 兔子
    snake 蛇 whale 鲸 鲸鱼 dolphin 海豚 pet 宠物 wildlife 野生动物 endangered 濒危 habitat 栖息地
    biodiversity 生物多样性 ecosystem 生态系统 ecology ecological 生态 fossil 化石 dinosaur 恐龙 astronomy 天文 天文学
    space 太空 空间 universe 宇宙 planet 行星 star 恒星 星星 sun solar 太阳 moon 月亮 月球 mars 火星 galaxy 星系 银河
    black+hole 黑洞 telescope 望远镜 eclipse 日食 月食 sunrise 日出 sunset 日落 geology geological 地质 地质学
    mineral 矿物 rock 岩石 earthquake 地震 tsunami 海啸 hurricane typhoon 飓风 台风 flood 洪水 drought 干旱
    wildfire 野火 山火 landslide 滑坡 disaster 灾害 灾难 rescue 救援 evacuation evacuate 疏散 撤离 weather 天气
    climate 气候 climate+change 气候变化 global+warming 全球变暖 rain rainfall 雨 下雨 降雨 降雨量 snow 雪 下雪
    wind 风 wind+speed 风速 cloud 云 多云 fog 雾 storm 暴风雨 风暴 thunder 雷 sunny 晴 晴天 humidity 湿度
    uv ultraviolet 紫外线 air+quality 空气质量 air 空气 pollution 污染 environment environmental 环境 carbon 碳
    carbon+emission 碳排放 carbon+footprint 碳足迹 emission 排放 greenhouse 温室 recycle recycling 回收
    waste garbage trash 垃圾 废物 renewable 可再生 solar+energy 太阳能 solar+panel 太阳能板
    wind+energy wind+power 风能 风电 hydrogen 氢 氢气 oxygen 氧气 water+quality 水质 water+level 水位 tide 潮汐
    energy+consumption 能耗 耗电量 electricity 用电 sustainable sustainability 可持续 conservation 保护 保育
    natural 自然 天然 nature 自然 大自然`,
  society: `
    government 政府 president 总统 总裁 minister 部长 prime+minister 总理 首相 king 国王 queen 女王 王后 mayor 市长
    election 选举 vote 投票 candidate 候选人 party 政党 党 politics political 政治 policy 政策 law 法律 法
    legal 法律 合法 lawyer attorney 律师 judge 法官 判断 court 法院 法庭 lawsuit litigation 诉讼 官司
    case 案件 案例 情况 evidence 证据 crime criminal 犯罪 刑事 罪犯 police 警察 公安 警方 prison 监狱 theft 盗窃 偷
    fraud 欺诈 诈骗 murder 谋杀 violation 违规 违反 rule 规则 regulation 法规 条例 规定 standard 标准
    right rights 权利 constitution 宪法 citizen 公民 市民 immigration immigrant 移民 refugee 难民 census 人口普查
    population 人口 demographic 人口统计 race ethnic 种族 民族 religion religious 宗教 god 神 上帝 bible 圣经
    buddhism buddhist 佛教 christian 基督教 islam muslim 伊斯兰 culture cultural 文化 custom tradition 习俗 传统
    history 历史 ancient 古代 古老 dynasty 朝代 王朝 emperor 皇帝 empire 帝国 war 战争 world+war 世界大战
    battle 战役 战斗 army military 军队 军事 soldier 士兵 weapon 武器 peace 和平 treaty 条约 revolution 革命
    independence 独立 invention invent 发明 scientist 科学家 discovery 发现 philosophy 哲学 philosopher 哲学家
    archaeology 考古 mythology myth 神话 legend 传说 civil+rights 民权 human+rights 人权 gender 性别 equality 平等
    welfare 福利 social 社会 社交 society 社会 volunteer 志愿者 志愿 nonprofit 非营利 community+service 社区服务
    aid 援助 公益 opinion 观点 意见 poll 民调 debate 辩论 media 媒体 传媒 censorship 审查 terrorism 恐怖主义
    security 安保 治安 fire 火 火灾 accident 事故 traffic+accident 交通事故 insurance 保险
    astrology horoscope 占星 星座运势 运势 zodiac 星座 生肖 tarot 塔罗 塔罗牌 fortune 运气 算命 fengshui 风水
    dream 梦 梦境 love 爱 爱情 relationship 关系 恋爱 dating date 约会 compatibility 兼容性 契合度 匹配度
    personality 性格 人格 个性 identity 身份 id+card 身份证 id number 编号 号码 order+number 订单号
    serial+number 序列号 value 值 价值 type 类型 种类 kind 种类 list 列表 名单 清单 result 结果
    detail details 详情 细节 详细信息 summary 概要 overview 概览 概况 description 说明 描述 feature 特征 特点 功能
    advantage 优势 优点 disadvantage 缺点 劣势 effect impact influence 影响 效果 作用 cause reason 原因 理由
    purpose 目的 用途 condition 条件 状况 requirement 要求 需求 problem 问题 难题 solution 解决方案 办法
    method way 方法 方式 opportunity 机会 机遇 challenge 挑战 success 成功 failure 失败 change 变化 growth 增长 成长
    development develop 发展 开发 evaluation 评价 评估 score 评分 分数 efficiency efficient 效率 高效
    capacity 容量 能力 ability 能力 potential 潜力 usage use 使用 用法 用途 consumption 消耗 消费
    history 记录 历史记录 plan 方案 计划 program 项目 计划 package 套餐 support 支持 help 帮助 assistance 援助 协助
    service 服务 agent 代理 代理人 中介 representative 代表 member 成员 会员 group 群组 团体 小组 club 俱乐部
    person 人 人员 user 用户 使用者 client 客户 客户端 owner 所有者 业主 主人 visitor 访客 participant 参与者 参加者
    attendee 参会者 host 主持人 主机 speaker 演讲者 winner 获胜者 赢家 expert 专家 specialist 专家 专员
    assistant 助手 助理`,
};
