# Holds one command and everything that comes from it. Follows the text of `confine.pl`.
#
#   outer   starts what holds the command, waits for its end or for the end of whoever wanted it, kills all that is
#           left, and reports on the descriptor `report`
#   inner   stands inside bubblewrap's walls and goes on from there

# unshare
sub NEW_MOUNTS ()  {0x20000}
sub NEW_IPC ()     {0x8000000}
sub NEW_USERS ()   {0x10000000}
sub NEW_PIDS ()    {0x20000000}
sub NEW_NETWORK () {0x40000000}
# mount
sub READ_ONLY ()   {1}
sub NO_SETUID ()   {2}
sub NO_DEVICES ()  {4}
sub NO_PROGRAMS () {8}
sub BIND ()        {0x1000}
sub RECURSIVE ()   {0x4000}
sub PRIVATE ()     {0x40000}
# flock, waitpid
sub SHARED ()  {1}
sub ALONE ()   {2}
sub AT_ONCE () {4}
sub NO_HANG () {1}
# signals
sub HANG_UP ()     {1}
sub TERMINATE ()   {15}
sub CHILD_ENDED () {17}

my ($perl, undef, $text) = split /\0/, read_file('/proc/self/cmdline');
# What lists of processes show from now on, instead of all this text.
$0 = 'toolcrib';

if ($role eq 'outer') {
    close_strange_descriptors();
    outer();
}
if ($role eq 'inner') {
    # Given by its number, which is the only thing that survives becoming another program.
    open $status, '>&=', $option{status} or die "status: $!\n";
    open $lock, '>>&=', $option{lock_fd} or die "lock: $!\n" if $option{broker};
    hold();
}
die "no role $role\n";

# ---- the outer stage

sub outer {
    # 1 when the command has ended, 2 when nobody wants it any more.
    my $over = 0;
    my $signals = collect(CHILD_ENDED, TERMINATE, HANG_UP);
    $SIG{$_} = 'IGNORE' for qw(INT QUIT TSTP TTIN TTOU PIPE);
    control(SUBREAPER, 1);
    # When memory runs out, the command has to go, not whoever started it.
    write_file('/proc/self/oom_score_adj', 1000);
    my $life;
    if (defined $option{report}) {
        open $life, '+<&=', $option{report} or die "report: $!\n";
        close_at_exec($life);
    } else {
        control(KILL_WITH_PARENT, 15);
        $over = 2 if getppid() != $option{parent};
    }
    open STDIN, '<', '/dev/null' if $option{no_input};
    my @carriers = $option{pipes} ? put_pipes($life) : ();
    my $placeholders = keep_names_free();
    open $lock, '>>', $option{lock} or die "lock: $!\n" if $option{broker};

    pipe my $said, $status or die "pipe: $!\n";
    my $child = fork // die "fork: $!\n";
    if (!$child) {
        control(KILL_WITH_PARENT, 9);
        let_through();
        if    ($option{layer} eq 'bubblewrap') { start_bubblewrap() }
        elsif ($option{layer} eq 'namespaces') { start_namespaces() }
        else                                   { hold() }
    }
    close $status;

    my $heard = '';
    # The other end of the line is held by whoever wanted this: closed by hand, or by death.
    my $closed = sub { !sysread $life, my $ignored, 4096 };
    until ($over) {
        my $ready = wait_for($signals, $said, $life) // next;
        if ($ready->($said)) {
            $said = undef unless sysread $said, $heard, 4096, length $heard;
            notify($life, '{"started":true}') if $heard =~ s/^R$/r/m;
        }
        $over = 2 if $ready->($life) && $closed->();
        if ($ready->($signals)) {
            $over = 2 if grep { $_ != CHILD_ENDED } collected($signals);
            while ((my $ended = waitpid -1, NO_HANG) > 0) { $over ||= $ended == $child }
        }
    }
    end_children(@carriers);
    # What was written is carried over, unless nobody wants it any more.
    if (@carriers) { close $_ for *STDOUT, *STDERR }
    while ($over < 2 && (@carriers = grep { !waitpid $_, NO_HANG } @carriers)) {
        my $ready = wait_for($signals, $life) // next;
        $over = 2 if $ready->($life) && $closed->();
        $over = 2 if $ready->($signals) && grep { $_ != CHILD_ENDED } collected($signals);
    }
    end_children();
    if (defined $said) { 1 while sysread $said, $heard, 4096, length $heard }

    my $ended = $heard =~ /^S(\d+)$/m ? $1 : $heard =~ /^E/m ? undef : $heard =~ /^r$/m || $over > 1 ? 9 : undef;
    my $ending = $heard =~ /^E(\d+) (.*)$/m ? "\"errno\":$1,\"step\":\"$2\""
        : defined $ended ? "\"status\":$ended"
        :                  '"errno":0,"step":"layer"';
    my $usage = "\0" x 144;
    system_call('getrusage', -1, $usage);
    my ($seconds, $micros, $more_seconds, $more_micros, $peak) = unpack 'q5', $usage;
    notify($life, sprintf '{%s,"cpu_us":%d,"peak_kb":%d}',
        $ending, ($seconds + $more_seconds) * 1e6 + $micros + $more_micros, $peak);
    # Nobody has to wait for this.
    clear_away($placeholders);
    exit 0 if defined $life;
    if (defined $ended) { die_like($ended) }
    else                { print STDERR "toolcrib: $2: ", do { local $! = $1; "$!" }, "\n" if $heard =~ /^E(\d+) (.*)$/m }
    exit 127;
}

# Puts pipes in the place of our standard streams, which are sockets: `/dev/stderr` cannot be opened on a socket. Gives
# back those who carry over what comes out.
sub put_pipes {
    my ($life) = @_;
    my @pipes = map { pipe my $out, my $in or die "pipe: $!\n"; [$out, $in] } 0 .. 2;
    my ($to_command, @from_command) = @pipes;
    my $carry = sub {
        my ($from, $to) = @_;
        my $carrier = fork // die "fork: $!\n";
        return $carrier if $carrier;
        for my $end (map {@$_} @pipes) { close $end if $end != $from && $end != $to }
        close $life;
        while (sysread $from, my $bytes, 65536) { write_all($to, $bytes) or last }
        exit 0;
    };
    $carry->(\*STDIN, $to_command->[1]) unless $option{no_input};
    my @carriers = map { $carry->($from_command[$_][0], (\*STDOUT, \*STDERR)[$_]) } 0, 1;
    open STDIN, '<&', $to_command->[0] unless $option{no_input};
    open STDOUT, '>&', $from_command[0][1];
    open STDERR, '>&', $from_command[1][1];
    return @carriers;
}

# Everything that is left comes to us sooner or later: what loses its parent becomes our child.
sub end_children {
    my %spared = map { $_ => 1 } @_;
    while (my @left = grep { !$spared{$_} } children()) {
        kill 9, @left;
        waitpid $_, 0 for @left;
    }
}

sub children {
    my $listed = "/proc/self/task/$$/children";
    return split ' ', read_file($listed) if -e $listed;
    opendir my $folder, '/proc' or return;
    return grep { /^\d+$/ && read_file("/proc/$_/stat") =~ /.*\) \S $$ /s } readdir $folder;
}

sub die_like {
    my ($ended) = @_;
    my $signal = $ended & 127 or exit $ended >> 8;
    $SIG{$_} = 'DEFAULT' for qw(INT QUIT PIPE);
    let_through();
    kill $signal, $$;
    exit 128 + $signal;
}

# ---- names of the project that no command may write

# Puts an empty folder where a name must stay free, to have something to mount on while one of us runs: git does not see
# it, and removing it can do no harm.
sub keep_names_free {
    return unless $list{keep_free};
    open my $lock, '+>>', $option{placeholders} or die "placeholders: $!\n";
    # Nobody clears away before we are done.
    flock $lock, SHARED;
    for my $path (@{ $list{keep_free} }) {
        my ($folder, $name) = open_above($path);
        next if !defined $folder || open_in($folder, $name) >= 0;
        syswrite $lock, "$path\0";
        system_call('mkdirat', $folder, $name, 0755);
    }
    return $lock;
}

# The last of us does it for all.
sub clear_away {
    my ($lock) = @_;
    return unless defined $lock && flock $lock, ALONE | AT_ONCE;
    seek $lock, 0, 0;
    for my $path (split /\0/, do { local $/; <$lock> // '' }) {
        my ($folder, $name) = open_above($path);
        # AT_REMOVEDIR
        system_call('unlinkat', $folder, $name, 0x200) if defined $folder;
    }
    truncate $lock, 0;
}

# The folder of a name, opened without going through a link: commands that run at the same time may put links there.
sub open_above {
    my ($path) = @_;
    my @parts  = split m{/}, $path;
    my $name   = pop @parts;
    my $folder = open_in(-100, $option{root});
    $folder = open_in($folder, $_) for @parts;
    return $folder < 0 ? () : ($folder, $name);
}

# O_PATH, O_CLOEXEC and O_NOFOLLOW: a link is opened as what it is, and has nothing in it.
sub open_in {
    my ($folder, $name) = @_;
    return system_call('openat', $folder, "$name", 012000000 | $number->{no_follow}, 0);
}

# Makes them read-only, for whoever is in our mount namespace. Folders above them become mounts too, or they could be
# moved away with all that is in them.
sub protect_paths {
    my @protected = (@{ $list{protect} || [] }, @{ $list{keep_free} || [] });
    my %sealed = ('' => open_in(-100, $option{root}));
    for my $path (@protected) {
        my ($here, @parts) = ('', split m{/}, $path);
        while (defined(my $part = shift @parts)) {
            my $parent = $sealed{$here};
            $here .= "/$part";
            next if defined $sealed{$here};
            my $found = open_in($parent, $part);
            my $type  = $found < 0 ? 0 : (stat "/proc/self/fd/$found")[2] >> 12;
            # Not there, or a link, which cannot be mounted on.
            last if $type == 0 || $type == 10;
            my $above = @parts && $type == 4;
            $sealed{$here} = seal($found, $above ? 0 : READ_ONLY);
            last unless $above && defined $sealed{$here};
        }
    }
}

# Mounts what a descriptor stands for on itself. Gives back a descriptor inside the mount; undefined when somebody has
# removed it meanwhile, and the broker keeps the name free.
sub seal {
    my ($descriptor, $flags) = @_;
    my ($nothing, $attributes) = ('', pack 'Q4', $flags | NO_SETUID | NO_DEVICES, 0, 0, 0);
    # open_tree: a copy, recursive, close on exec, of the descriptor itself.
    my $tree = syscall 428, $descriptor, $nothing, 1 | 0x8000 | 02000000 | 0x1000;
    fail('open_tree') if $tree < 0;
    syscall(442, $tree, $nothing, 0x8000 | 0x1000, $attributes, 32) == 0 or fail('mount_setattr');
    # move_mount, from the descriptor itself to the descriptor itself.
    return $tree if syscall(429, $tree, $nothing, $descriptor, $nothing, 0x04 | 0x40) == 0;
    # ENOENT
    fail('move_mount') if $! != 2 || !$option{broker};
    return;
}

# ---- walls by bubblewrap

sub start_bubblewrap {
    if ($list{protect} || $list{keep_free}) {
        # It takes over what is mounted where we are.
        become_master(NEW_MOUNTS);
        mount('none', '/', '', PRIVATE | RECURSIVE);
        protect_paths();
    }
    my @walls = qw(--unshare-user --unshare-all --disable-userns --cap-drop ALL --die-with-parent);
    push @walls, '--new-session' unless $option{pty};
    for my $place (places()) {
        my ($path, $source, $kind) = @$place;
        push @walls, $kind eq 'link' ? '--symlink' : $kind eq 'write' ? '--bind' : '--ro-bind', $source, $path;
    }
    push @walls, qw(--dev /dev --proc /proc);
    my @passed = ($status, $option{broker} ? $lock : ());
    fcntl $_, SET_DESCRIPTOR_FLAGS, 0 for @passed;
    my @numbers = ('status=' . fileno $status, $option{broker} ? 'lock_fd=' . fileno $lock : ());
    # Not on the command line, which everybody in there can read.
    my $arguments = pass(join '', map {"$_\0"} @walls);
    my $script    = pass("$text\n__END__\n" . join "\0", 'inner', @numbers, @given);
    exec { $option{bubblewrap} } $option{bubblewrap}, '--args', $arguments, $perl, "/dev/fd/$script"
        or fail('bubblewrap');
}

# A descriptor from which the next program reads a text.
sub pass {
    my ($text) = @_;
    my $name       = 'toolcrib';
    my $descriptor = system_call('memfd_create', $name, 0);
    open my $file, '+>&=', $descriptor or fail('memfd_create');
    syswrite($file, $text) == length $text && sysseek $file, 0, 0 or fail('memfd_create');
    fcntl $file, SET_DESCRIPTOR_FLAGS, 0;
    # A handle that nobody holds is closed.
    our %passed;
    $passed{$descriptor} = $file;
    return $descriptor;
}

# What can be seen, as path, source and kind; parents before children.
sub places {
    my %places = map { $_ => [$_, $option{temporary}, 'write'] } '/tmp', '/var/tmp';
    $places{$_} = -l && m{^/[^/]+$} ? [$_, readlink, 'link'] : [$_, $_, 'read'] for @reads;
    $places{$_} = [$_, $_, 'write'] for @writes;
    return @places{ sort keys %places };
}

# ---- walls by namespaces of our own

sub start_namespaces {
    become_master(NEW_PIDS | NEW_NETWORK | NEW_IPC);
    # The first process in there; when it ends, the system ends all the others.
    my $first = fork // fail('fork');
    if ($first) {
        waitpid $first, 0;
        exit 0;
    }
    control(KILL_WITH_PARENT, 9);
    system_call('unshare', NEW_MOUNTS) == 0 or fail('unshare mounts');
    # In namespaces of its own the command would have capabilities again. Where this cannot be said, neither can it have a
    # `/proc` of its own.
    write_file('/proc/sys/user/max_user_namespaces', 0) or !$option{proc} or fail('max_user_namespaces');
    mount('none', '/', '', PRIVATE | RECURSIVE);
    protect_paths();
    enter_new_root();
    raise_loopback();
    hold();
}

# All capabilities in a user namespace of our own, and other namespaces to use them in. We stay who we are.
sub become_master {
    my ($namespaces) = @_;
    my ($user, $group) = ($>, split ' ', $));
    system_call('unshare', NEW_USERS | $namespaces) == 0 or fail('unshare');
    write_file('/proc/self/setgroups', 'deny');
    write_file('/proc/self/uid_map', "$user $user 1") or fail('uid_map');
    write_file('/proc/self/gid_map', "$group $group 1") or fail('gid_map');
}

sub enter_new_root {
    my $root = $option{new_root};
    mount('tmpfs', $root, 'tmpfs', 0, 'mode=755');
    for my $place (places()) {
        my ($path, $source, $kind) = @$place;
        if ($kind eq 'link') { symlink $source, "$root$path" }
        else                 { show($source, "$root$path", $kind eq 'write' ? 0 : READ_ONLY) }
    }
    make_devices("$root/dev");
    make_folder("$root/proc");
    mount('proc', "$root/proc", 'proc', READ_ONLY | NO_SETUID | NO_DEVICES | NO_PROGRAMS) if $option{proc};
    restrict_mount($root, READ_ONLY, 0);
    chdir $root or fail('new root');
    my ($here, $there) = ('.', '.');
    system_call('pivot_root', $here, $there) == 0 or fail('pivot_root');
    system_call('umount2', $here, 2) == 0 or fail('umount2');
    chdir '/';
}

sub show {
    my ($source, $target, $flags) = @_;
    if (-d $source) { make_folder($target) }
    else            { make_folder(parent_of($target)); make_file($target) }
    mount($source, $target, '', BIND | RECURSIVE);
    restrict_mount($target, $flags | NO_SETUID | NO_DEVICES, 1);
}

sub make_devices {
    my ($folder) = @_;
    make_folder("$folder/$_") for qw(pts shm);
    for (qw(null zero full random urandom tty)) {
        make_file("$folder/$_");
        mount("/dev/$_", "$folder/$_", '', BIND);
    }
    mount('devpts', "$folder/pts", 'devpts', NO_SETUID | NO_PROGRAMS, 'newinstance,ptmxmode=0666,mode=620');
    mount('tmpfs', "$folder/shm", 'tmpfs', NO_SETUID | NO_DEVICES, 'mode=1777,size=25%');
    symlink 'pts/ptmx', "$folder/ptmx";
    symlink '/proc/self/fd', "$folder/fd";
    my @standard = qw(stdin stdout stderr);
    symlink "/proc/self/fd/$_", "$folder/$standard[$_]" for 0 .. 2;
}

sub mount {
    my ($source, $target, $type, $flags, $data) = @_;
    system_call('mount', "$source", "$target", "$type", $flags, $data // 0) == 0 or fail("mount $target");
}

# Adds flags to a mount, which keeps those that it has.
sub restrict_mount {
    my ($target, $flags, $recursive) = @_;
    my $attributes = pack 'Q4', $flags, 0, 0, 0;
    syscall(442, -100, "$target", $recursive ? 0x8000 : 0, $attributes, 32) == 0 or fail("mount_setattr $target");
}

sub raise_loopback {
    socket my $any, 2, 2, 0 or return;
    # SIOCSIFFLAGS: up and running.
    my $flags = pack 'a16 s x22', 'lo', 0x41;
    ioctl $any, 0x8914, $flags;
}

# ---- inside the walls

# The parent of the command: tells how it ends, reaps what others leave behind, and ends all when they are too many. It is
# the broker, too.
sub hold {
    control(DUMPABLE, 0);
    relay(split /:/, $option{relay}, 2) if defined $option{relay};
    my ($to_broker, $from_command);
    if ($option{broker}) {
        # Whoever loses its parent stays our descendant: Yama lets us read the memory of no others.
        control(SUBREAPER, 1);
        control(NO_NEW_PRIVILEGES, 1) == 0 or fail('no_new_privs');
        restrict_files();
        find_places();
        socketpair $to_broker, $from_command, 1, 1, 0 or fail('socketpair');
    }
    pipe my $heard, my $trouble or fail('pipe');
    my $signals = collect(CHILD_ENDED);
    my $child = fork // fail('fork');
    if (!$child) {
        let_through();
        become_command($trouble, $to_broker);
    }
    close $trouble;
    close $to_broker if defined $to_broker;
    drop_capabilities() if $option{confine};
    my $listener = defined $from_command ? receive_listener($from_command) : undef;
    if (sysread $heard, my $text, 4096) { notify($status, $text); exit 126 }
    notify($status, 'R');
    my $counts = $option{layer} ne 'checks' && $option{proc};
    my ($count, $pause) = (0, 0);
    while (1) {
        while ((my $ended = waitpid -1, NO_HANG) > 0) {
            next if $ended != $child;
            notify($status, "S$?");
            exit 0;
        }
        if ($counts && $pause <= 0) {
            $count = processes();
            # All but ourselves: nobody outside these walls can be meant.
            kill 9, -1 if $count > $option{processes};
            # More often when there are many.
            $pause = $count * 8 > $option{processes} ? 0.05 : 0.2;
        }
        my $ready = wait_for_at_most($counts ? \$pause : \undef, $signals, $listener) // next;
        collected($signals) if $ready->($signals);
        serve_call() if $ready->($listener);
    }
}

sub processes {
    opendir my $folder, '/proc' or return 0;
    return scalar grep {/^\d/} readdir $folder;
}

# ---- the way to the proxy: a port in here, a socket out there

sub relay {
    my ($port, $path) = @_;
    socket my $server, 2, 1, 0 or fail('relay');
    setsockopt $server, 1, 2, 1;
    bind $server, pack 'S n a4 x8', 2, $port, "\x7f\0\0\1" or fail('relay');
    listen $server, 128 or fail('relay');
    my $child = fork // fail('fork');
    return if $child;
    control(KILL_WITH_PARENT, 9);
    drop_capabilities() if $option{confine};
    close $status;
    $SIG{CHLD} = 'IGNORE';
    while (1) {
        accept my $client, $server or next;
        my $served = fork;
        if (defined $served && !$served) {
            socket my $proxy, 1, 1, 0 or exit 1;
            connect $proxy, pack 'S a108', 1, $path or exit 1;
            pass_on($client, $proxy);
            exit 0;
        }
    }
}

sub pass_on {
    my @ends = @_;
    my %other = (fileno $ends[0] => $ends[1], fileno $ends[1] => $ends[0]);
    while (@ends) {
        my $ready = wait_for(@ends) // next;
        for my $end (grep { $ready->($_) } @ends) {
            my $target = $other{ fileno $end };
            my $count  = sysread $end, my $bytes, 65536;
            if (!$count) {
                shutdown $target, 1;
                @ends = grep { $_ != $end } @ends;
                next;
            }
            write_all($target, $bytes) or return;
        }
    }
}

# ---- the system

# A descriptor that becomes ready when one of these signals has come, instead of a handler: Perl runs a handler between
# two steps of its own, and would sleep through a signal that comes after the last of them and before the system waits.
sub collect {
    my $mask = pack 'Q', 0;
    vec($mask, $_ - 1, 1) = 1 for @_;
    system_call('rt_sigprocmask', 0, $mask, 0, 8) == 0 or die "rt_sigprocmask: $!\n";
    # SFD_CLOEXEC
    open my $signals, '<&=', system_call('signalfd4', -1, $mask, 8, 02000000) or die "signalfd4: $!\n";
    return $signals;
}

# The numbers of the signals that have come.
sub collected {
    my ($signals) = @_;
    sysread $signals, my $heads, 4096;
    return unpack '(L x124)*', $heads;
}

# For those to whom signals are to happen again.
sub let_through {
    my $none = pack 'Q', 0;
    system_call('rt_sigprocmask', 2, $none, 0, 8);
}

sub wait_for { return wait_for_at_most(\undef, @_) }

# Gives back what tells which of them are ready, and in its place what is left of the time; undefined when something came
# between.
sub wait_for_at_most {
    my ($seconds, @handles) = @_;
    my $ready = '';
    vec($ready, fileno $_, 1) = 1 for grep {defined} @handles;
    my ($count, $left) = select $ready, undef, undef, $$seconds;
    $$seconds = $left if defined $$seconds;
    return if $count < 0;
    return sub { defined $_[0] && vec $ready, fileno $_[0], 1 };
}

sub write_all {
    my ($to, $bytes) = @_;
    for (my $done = 0; $done < length $bytes;) {
        $done += syswrite($to, $bytes, length($bytes) - $done, $done) // return;
    }
    return 1;
}

sub parent_of { return $_[0] =~ m{^(.*)/} ? $1 : '' }

sub make_folder {
    my ($path) = @_;
    return if -d $path;
    make_folder(parent_of($path));
    mkdir $path, 0755;
}

# Only where nothing is yet.
sub make_file { return sysopen my $file, $_[0], 0301, 0644 }
