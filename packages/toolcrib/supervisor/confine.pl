# Holds a command in its own process: limits, no capabilities, Landlock, a filter of system calls. Given as text to
# `perl -e`, so that nothing on the disk can change it once Toolcrib runs; uses no module, because perl-base is all that
# there may be.
#
#   lone      waits until it is told on the descriptor `report` what to become: a command that starts no others, so that
#             there is nothing to look after. Says `R` there before it does, or what stands in the way
#   landlock  tells its version
#
# The other roles are played by `supervisor.pl`, whose text then follows this one, after those of the broker; to compile
# them takes longer than to start Perl. Arguments are `name=value`, repeated for lists; then `--` and the command.
use strict;

# Names for the system's numbers; the module that makes such names takes longer than everything else here.
# prctl
sub KILL_WITH_PARENT ()  {1}
sub DUMPABLE ()          {4}
sub DROP_BOUND ()        {24}
sub SUBREAPER ()         {36}
sub NO_NEW_PRIVILEGES () {38}
sub AMBIENT ()           {47}
sub FILTER_CALLS ()      {22}
# fcntl
sub SET_DESCRIPTOR_FLAGS () {2}

# The numbers of calls; one flag for opening; the word for the machine in filters of calls; the calls that reach past the
# walls and that no command needs: those of keyrings, perf_event_open, bpf, userfaultfd and io_uring_setup.
my %machines = (
    x86_64 => {
        mount => 165, umount2 => 166, pivot_root => 155, unshare => 272, prctl => 157, capset => 126, prlimit => 302,
        getrusage => 98, setsid => 112, openat => 257, mkdirat => 258, unlinkat => 263, close => 3, memfd_create => 319,
        socket => 41, rt_sigprocmask => 14, signalfd4 => 289, no_follow => 0x20000,
        audit => 0xC000003E, refused => [248, 249, 250, 298, 321, 323, 425],
        # for the broker
        folder_only => 0x10000, process_vm_readv => 310, seccomp => 317, sendmsg => 46, recvmsg => 47, ftruncate => 77,
        fstat => 5, utimensat => 280,
        open => 2, creat => 85, openat2 => 437, mkdir => 83, mknod => 133, mknodat => 259, symlink => 88, symlinkat => 266,
        link => 86, linkat => 265, rename => 82, renameat => 264, renameat2 => 316, unlink => 87,
        rmdir => 84, truncate => 76, umask => 95,
    },
    aarch64 => {
        mount => 40, umount2 => 39, pivot_root => 41, unshare => 97, prctl => 167, capset => 91, prlimit => 261,
        getrusage => 165, setsid => 157, openat => 56, mkdirat => 34, unlinkat => 35, close => 57, memfd_create => 279,
        socket => 198, rt_sigprocmask => 135, signalfd4 => 74, no_follow => 0x8000,
        audit => 0xC00000B7, refused => [217, 218, 219, 241, 280, 282, 425],
        # for the broker
        folder_only => 0x4000, process_vm_readv => 270, seccomp => 277, sendmsg => 211, recvmsg => 212, ftruncate => 46,
        fstat => 80, utimensat => 88,
        openat2 => 437, mknodat => 33, symlinkat => 36, linkat => 37, renameat => 38, renameat2 => 276, truncate => 45,
        umask => 166,
    },
);
my $number = $machines{ machine() } or die "no system calls known for this machine\n";

@ARGV = split /\0/, do { local $/; <DATA> }, -1 if !@ARGV;
my ($role, @given) = @ARGV;
my (%option, %list, @command, @reads, @writes);
take(@given);

# What the stages tell the outermost: `R` when the command runs, `S` with its status at the end, `E` when it cannot run.
my $status;

if ($role eq 'lone') {
    open my $report, '+<&=', $option{report} or die "report: $!\n";
    close_at_exec($report);
    close_strange_descriptors();
    control(KILL_WITH_PARENT, 9);
    # He may be gone already.
    exit 0 if getppid() != $option{parent};
    write_file('/proc/self/oom_score_adj', 1000);
    take(split /\0/, read_told($report), -1);
    %ENV = map { split /=/, $_, 2 } @{ $list{environment} };
    become_command($report);
}
if ($role eq 'landlock') {
    print syscall(444, 0, 0, 1), "\n";
    exit 0;
}

sub take {
    while (@_ and ($_ = shift) ne '--') {
        my ($name, $value) = split /=/, $_, 2;
        $option{$name} = $value;
        push @{ $list{$name} }, $value;
    }
    @command = @_;
    @reads   = @{ $list{read}  || [] };
    @writes  = @{ $list{write} || [] };
}

# A number of bytes, and so many.
sub read_told {
    my ($from) = @_;
    my $told = '';
    until (length $told >= 8 && length $told >= 8 + unpack 'Q', $told) {
        sysread $from, $told, 65536, length $told or exit 0;
    }
    return substr $told, 8;
}

sub become_command {
    my $to_broker;
    ($status, $to_broker) = @_;
    control(KILL_WITH_PARENT, 9);
    if ($option{pty}) {
        # What is typed to stop the command must reach it alone.
        setpgrp 0, 0;
        my $group = pack 'i', $$;
        ioctl STDIN, 0x5410, $group;
    } else {
        system_call('setsid');
    }
    chdir $option{directory} or fail("chdir $option{directory}");
    limit(0, $option{cpu},    1) if $option{cpu};
    limit(1, $option{file},   0);
    limit(2, $option{memory}, 0);
    limit(4, 0,               0);
    if ($option{confine}) {
        control(NO_NEW_PRIVILEGES, 1) == 0 or fail('no_new_privs');
        drop_capabilities();
        # The broker is restricted itself, and this process with it.
        if    ($option{broker})   { restrict_changes() }
        elsif ($option{landlock}) { restrict_files() }
        restrict_calls($to_broker);
    }
    $SIG{$_} = 'DEFAULT' for qw(INT QUIT TSTP TTIN TTOU PIPE CHLD TERM HUP);
    # Nothing of ours gets in but the three standard streams.
    for (3 .. 63) { system_call('close', $_) if $_ != fileno $status }
    notify($status, 'R') if $role eq 'lone';
    exec { $command[0] } @command or fail("exec $command[0]");
}

# The hard limit lies a little higher, where there is a signal that tells before the end.
sub limit {
    my ($resource, $wanted, $later) = @_;
    my $old = "\0" x 16;
    system_call('prlimit', 0, $resource, 0, $old);
    my ($most) = (unpack 'Q2', $old)[1];
    my ($soft, $hard) = map { $_ < $most ? $_ : $most } $wanted, $wanted + $later;
    my $new = pack 'Q2', $soft, $hard;
    system_call('prlimit', 0, $resource, $new, 0) == 0 or fail("limit $resource");
}

# Out of the bounding set too: a program of root would have them back.
sub drop_capabilities {
    for (my $capability = 0; control(DROP_BOUND, $capability) == 0; $capability++) { }
    control(AMBIENT, 4);
    my ($header, $none) = (pack('LL', 0x20080522, 0), pack 'L6', (0) x 6);
    system_call('capset', $header, $none) == 0 or fail('capset');
}

# Landlock: what is not listed cannot be opened, whatever is mounted.
sub restrict_files {
    my $version = landlock_version();
    my $all     = $version >= 5 ? 0xFFFF : $version >= 3 ? 0x7FFF : $version == 2 ? 0x3FFF : 0x1FFF;
    my $rules   = new_rules($all);
    # Between walls of our own there is nothing to find by looking around.
    allow($rules, '/', 0x0008) if $option{layer} ne 'checks';
    allow($rules, $_, 0x000D) for @reads, $role eq 'lone' ? () : '/proc';
    allow($rules, $_, $all)   for @writes, private_writes();
    enforce($rules);
}

# What nobody else has, and devices.
sub private_writes {
    return ('/tmp', '/var/tmp', '/dev') if $option{layer} ne 'checks';
    return $role eq 'lone' ? () : map {"/dev/$_"} qw(null zero full random urandom tty ptmx pts shm);
}

sub landlock_version {
    my $version = syscall 444, 0, 0, 1;
    fail('landlock') if $version < 1;
    return $version;
}

# Rules about these rights. No signals and no abstract sockets to whoever is outside of them.
sub new_rules {
    my ($rights) = @_;
    my $version  = landlock_version();
    my $set      = pack 'QQQ', $rights, 0, $version >= 6 ? 3 : 0;
    my $rules    = syscall 444, $set, $version >= 6 ? 24 : $version >= 4 ? 16 : 8, 0;
    fail('landlock') if $rules < 0;
    return $rules;
}

sub enforce {
    my ($rules) = @_;
    syscall(446, $rules, 0) == 0 or fail('landlock');
    system_call('close', $rules);
}

sub allow {
    my ($rules, $path, $rights) = @_;
    # O_PATH and O_CLOEXEC.
    my $descriptor = system_call('openat', -100, "$path", 012000000, 0);
    return if $descriptor < 0;
    # What only a folder can be asked for is refused for anything else.
    $rights &= 0xC007 if !-d $path;
    my $rule = pack 'QL', $rights, $descriptor;
    syscall(445, $rules, 1, $rule, 0) == 0 or fail("landlock $path");
    system_call('close', $descriptor);
}

# A filter of calls: sockets of no other families than local, internet and netlink, because not all of them know about
# namespaces; of the internet only where the network is one of its own, or is meant to be used.
sub restrict_calls {
    my ($to_broker) = @_;
    my ($load, $equal, $above, $give) = (0x20, 0x15, 0x35, 0x06);
    my ($allow, $refuse) = (0x7fff0000, 0x00050000);
    my @families = (1, 16, $option{offline} ? () : (2, 10));
    my @family   = ([$load, 0, 0, 16], (map { ([$equal, 0, 1, $_], [$give, 0, 0, $allow]) } @families),
        [$give, 0, 0, $refuse | 97]);
    my @filter = (
        # Another machine's calls have other numbers.
        [$load, 0, 0, 4], [$equal, 1, 0, $number->{audit}], [$give, 0, 0, $refuse | 38],
        [$load, 0, 0, 0], [$above, 0, 1, 0x40000000], [$give, 0, 0, $refuse | 38],
        (map { ([$equal, 0, 1, $_], [$give, 0, 0, $refuse | 1]) } @{ $number->{refused} }),
        ($option{broker} ? brokered_calls() : ()),
        [$equal, 0, scalar @family, $number->{socket}], @family,
        [$give, 0, 0, $allow],
    );
    my $steps   = join '', map { pack 'S C C L', @$_ } @filter;
    my $program = pack 'S x6 P', scalar @filter, $steps;
    if (!$option{broker}) {
        system_call('prctl', FILTER_CALLS, 2, $program, 0, 0) == 0 or fail('seccomp');
        return;
    }
    # SECCOMP_SET_MODE_FILTER with NEW_LISTENER and WAIT_KILLABLE_RECV: a signal must not repeat a call that was answered.
    my $descriptor = system_call('seccomp', 1, 8 | 32, $program);
    fail('listener') if $descriptor < 0;
    send_listener($to_broker, $descriptor);
    system_call('close', $descriptor);
}

# ---- the system

# What it is given is handed on as it is, because the system may answer in it.
sub system_call {
    my $name = shift;
    return syscall $number->{$name}, @_;
}

sub control { return system_call('prctl', $_[0], $_[1], 0, 0, 0) }

# As the head of our own program names it.
sub machine {
    open my $file, '<', '/proc/self/exe' or return '';
    sysread $file, my $head, 20;
    return { 62 => 'x86_64', 183 => 'aarch64' }->{ unpack 'x18 v', $head } // '';
}

sub fail {
    my ($step) = @_;
    my $errno = $! + 0;
    $step =~ s/[^\w .:\/-]/?/g;
    notify($status, "E$errno $step");
    exit 126;
}

sub notify {
    my ($to, $line) = @_;
    syswrite $to, "$line\n" if defined $to;
}

# Whoever started us may have been careless.
sub close_strange_descriptors {
    opendir my $folder, '/proc/self/fd' or return;
    my @found = grep { /^\d+$/ && $_ > 2 && $_ != ($option{report} // 0) } readdir $folder;
    closedir $folder;
    system_call('close', 0 + $_) for @found;
}

sub close_at_exec { fcntl $_[0], SET_DESCRIPTOR_FLAGS, 1 }

sub read_file {
    my ($path) = @_;
    open my $file, '<', $path or return '';
    local $/ = undef;
    return <$file> // '';
}

sub write_file {
    my ($path, $text) = @_;
    open my $file, '>', $path or return;
    return defined syswrite $file, $text;
}
