import { computed } from '@preact/signals';
import { language } from '../state/settings.ts';
import { en, type Texts } from './en.ts';
import { zhCn } from './zh-cn.ts';

const catalogs: Readonly<Record<'en' | 'zh-CN', Texts>> = { en, 'zh-CN': zhCn };

/** The words of the page, in the language that is chosen. */
export const texts = computed(() => catalogs[language.value]);
