import type { ReasonWord } from '../reasons.ts';

const groups: Readonly<Partial<Record<ReasonWord, string>>> = {
  network_program: `curl wget nc ncat netcat telnet ssh scp sftp ftp tftp rsync socat nmap ping ping6 traceroute mtr dig
    nslookup host getent whois aria2c axel lynx w3m links http https httpie xh mail sendmail mutt rclone croc ngrok`,
  privilege: `sudo su doas pkexec runuser sg newgrp chroot nsenter unshare setpriv capsh bwrap firejail passwd chsh useradd
    userdel usermod groupadd visudo setcap`,
  system_change: `mount umount losetup swapon swapoff mkswap fdisk parted sfdisk wipefs blkdiscard shutdown reboot halt
    poweroff init telinit systemctl service chkconfig crontab at batch iptables ip6tables nft ufw ip ifconfig route sysctl
    modprobe insmod rmmod chown chgrp chattr setfacl apt apt-get dpkg yum dnf rpm pacman apk snap brew port hwclock
    timedatectl hostnamectl update-alternatives ldconfig dmesg mknod debugfs hdparm shred`,
};

const dangers: ReadonlyMap<string, ReasonWord> = new Map(
  Object.entries(groups).flatMap(([word, names]) =>
    names.split(/\s+/u).map((name): [string, ReasonWord] => [name, word as ReasonWord]),
  ),
);

/** Why a program is blocked by its name alone. */
export function dangerOf(program: string): ReasonWord | undefined {
  return program.startsWith('mkfs') ? 'system_change' : dangers.get(program);
}
