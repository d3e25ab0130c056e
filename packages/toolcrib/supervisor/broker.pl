# A broker for system calls that create, rename, remove or open files for writing. Follows the text of `confine.pl`.
#
# A read-only mount protects a file that exists. A name that does not exist yet cannot be mounted on without a placeholder
# that everybody on the host sees. So Landlock denies the command every right to change the project (`restrict_changes`),
# and its seccomp filter hands each such call to this process (SECCOMP_RET_USER_NOTIF). The broker copies the path, resolves
# it on open descriptors, and executes the call itself unless the target is protected.
#
# The command can change the path in its memory after it was copied. That gains nothing: the broker acts on its copy, and
# a call that it passes back to the kernel (SECCOMP_USER_NOTIF_FLAG_CONTINUE) is still subject to Landlock. Everything
# that the broker cannot handle is therefore passed back.

# ioctl requests of a seccomp listener
sub RECEIVE ()      {0xC0502100}
sub SEND ()         {0xC0182101}
sub IS_VALID ()     {0x40082102}
sub ADD_FD ()       {0x40182103}
sub SET_FLAGS ()    {0x40082104}
# open flags that are the same on every machine
sub ACCESS_MODE ()  {3}
sub CREATE ()       {0x40}
sub EXCLUSIVE ()    {0x80}
sub TRUNCATE ()     {0x200}
sub CLOSE_ON_EXEC () {02000000}
sub PATH_ONLY ()    {0x200000}
sub TEMPORARY ()    {0x400000}
# flags of linkat, renameat2 and unlinkat
sub FOLLOW ()       {0x400}
sub EMPTY_PATH ()   {0x1000}
sub EXCHANGE ()     {2}
sub REMOVE_FOLDER () {0x200}
# errno
sub ENOENT ()       {2}
sub EAGAIN ()       {11}
sub EEXIST ()       {17}
sub EXDEV ()        {18}
sub EISDIR ()       {21}
sub EROFS ()        {30}
sub ENOSYS ()       {38}
sub ELOOP ()        {40}
# the file type in st_mode
sub FIFO ()         {1}
sub FOLDER ()       {4}
sub REGULAR ()      {8}
sub LINK ()         {10}

sub CURRENT_FOLDER () {-100}

# The brokered calls. Older forms are mapped to the newest one of their kind.
my %handlers = (
    openat    => \&handle_open,
    open      => sub { my $caller = shift; handle_open($caller, CURRENT_FOLDER, @_) },
    creat     => sub { handle_open($_[0], CURRENT_FOLDER, $_[1], CREATE | TRUNCATE | 1, $_[2]) },
    # Its flags are in memory, where a filter cannot see them. Programs fall back to openat.
    openat2   => sub { answer($_[0], ENOSYS) },
    mkdirat   => sub { handle_make('mkdirat', @_) },
    mkdir     => sub { my $caller = shift; handle_make('mkdirat', $caller, CURRENT_FOLDER, @_) },
    mknodat   => sub { handle_make('mknodat', @_) },
    mknod     => sub { my $caller = shift; handle_make('mknodat', $caller, CURRENT_FOLDER, @_) },
    symlinkat => \&handle_symlink,
    symlink   => sub { handle_symlink($_[0], $_[1], CURRENT_FOLDER, $_[2]) },
    linkat    => \&handle_link,
    link      => sub { handle_link($_[0], CURRENT_FOLDER, $_[1], CURRENT_FOLDER, $_[2], 0) },
    renameat2 => \&handle_rename,
    renameat  => sub { handle_rename(@_[0 .. 4], 0) },
    rename    => sub { handle_rename($_[0], CURRENT_FOLDER, $_[1], CURRENT_FOLDER, $_[2], 0) },
    unlinkat  => \&handle_remove,
    unlink    => sub { handle_remove($_[0], CURRENT_FOLDER, $_[1], 0) },
    rmdir     => sub { handle_remove($_[0], CURRENT_FOLDER, $_[1], REMOVE_FOLDER) },
    truncate  => \&handle_truncate,
    # Only to know when a cached mask may have changed.
    umask     => sub { our %umasks = (); pass_back($_[0]) },
);
my %handler_of = map { exists $number->{$_} ? ($number->{$_} => $handlers{$_}) : () } keys %handlers;

# Folders in which the command may write, longest first: [path, whether only the broker writes there].
my @places;
my $listener;
# A file that the brokers of one project lock one after the other.
my $lock;
# O_PATH descriptors of the current call, closed when it is answered.
my @open;

# ---- what restricts the command

# The part of the seccomp filter that sends calls to the listener; opens only if they create or write.
sub brokered_calls {
    my ($load, $equal, $any_bit, $return) = (0x20, 0x15, 0x45, 0x06);
    my ($notify, $allow) = (0x7fc00000, 0x7fff0000);
    my $writes = ACCESS_MODE | CREATE | TRUNCATE | TEMPORARY;
    my %flags_at = (open => 1, openat => 2);
    return map {
        my $call = $number->{$_};
        exists $flags_at{$_}
            ? ([$equal, 0, 4, $call], [$load, 0, 0, 16 + 8 * $flags_at{$_}], [$any_bit, 0, 1, $writes],
                [$return, 0, 0, $notify], [$return, 0, 0, $allow])
            : ([$equal, 0, 1, $call], [$return, 0, 0, $notify])
    } grep { exists $number->{$_} } sort keys %handlers;
}

# A second Landlock ruleset, which removes the rights to write, create, rename, remove and truncate where the broker
# decides.
sub restrict_changes {
    my $version = landlock_version();
    my $changes = 0x1FF2 | ($version >= 2 ? 0x2000 : 0) | ($version >= 3 ? 0x4000 : 0);
    # Nothing executes or reads a socket.
    my $make_socket = 0x200;
    my $rules = new_rules($changes);
    allow($rules, $_->[0], $_->[1] ? $make_socket : $changes) for @places;
    enforce($rules);
}

# Landlock grants the rights of every folder above a file, across mounts: no folder above the project may grant any, by
# none of its paths.
sub find_places {
    my @others = grep { $_ ne $option{root} } @writes, private_writes();
    my %above  = map { (stat)[1] => 1 } grep { is_inside($_, $option{root}) } @others;
    @places = sort { length $b->[0] <=> length $a->[0] } [$option{root}, 1], map { [$_, $above{ (stat)[1] } // 0] } @others;
}

# ---- the listener

sub send_listener {
    my ($socket, $descriptor) = @_;
    my $byte = 'x';
    my ($data, $control) = (pack('P Q', $byte, 1), pack 'Q l l l x4', 20, 1, 1, $descriptor);
    my $message = pack 'Q L x4 P Q P Q l x4', 0, 0, $data, 1, $control, 24, 0;
    system_call('sendmsg', fileno $socket, $message, 0) == 1 or fail('sendmsg');
}

# Undefined if the command failed before it had a listener.
sub receive_listener {
    my ($socket) = @_;
    my ($byte, $control) = ("\0", "\0" x 24);
    my $data    = pack 'P Q', $byte, 1;
    my $message = pack 'Q L x4 P Q P Q l x4', 0, 0, $data, 1, $control, 24, 0;
    # MSG_CMSG_CLOEXEC
    return if system_call('recvmsg', fileno $socket, $message, 0x40000000) != 1;
    open $listener, '+<&=', (unpack 'Q l l l', $control)[3] or fail('listener');
    # SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP: a call takes a tenth of the time where the kernel has it.
    ioctl $listener, SET_FLAGS, 1;
    umask 0;
    return $listener;
}

# Answers one waiting call.
sub serve_call {
    my $request = "\0" x 80;
    ioctl $listener, RECEIVE, $request or return;
    my ($id, $pid, undef, $call, undef, undef, @arguments) = unpack 'Q L L l L Q Q6', $request;
    my $caller = { id => $id, pid => $pid };
    my $handler = $handler_of{$call} // \&pass_back;
    $handler->($caller, @arguments);
    system_call('close', $_) for splice @open;
    # LOCK_UN
    flock $lock, 8;
}

# The kernel executes the call, as far as Landlock allows it.
sub pass_back { reply($_[0], 0, 1); return }

# errno, or 0 for success.
sub answer { reply($_[0], -$_[1], 0); return }

sub answer_result { return answer($_[0], $_[1] < 0 ? $! + 0 : 0) }

sub reply {
    my ($caller, $error, $flags) = @_;
    my $response = pack 'Q q l L', $caller->{id}, 0, $error, $flags;
    ioctl $listener, SEND, $response;
}

sub answer_descriptor {
    my ($caller, $descriptor, $flags) = @_;
    return answer($caller, $! + 0) if $descriptor < 0;
    push @open, $descriptor;
    # SECCOMP_ADDFD_FLAG_SEND
    my $added = pack 'Q L4', $caller->{id}, 2, $descriptor, 0, $flags & CLOSE_ON_EXEC;
    ioctl $listener, ADD_FD, $added or answer($caller, $! + 0);
}

# ---- the calls

sub handle_open {
    my ($caller, $base, $address, $flags, $mode) = @_;
    return pass_back($caller) if $flags & PATH_ONLY;
    return open_temporary(@_) if $flags & TEMPORARY;
    my $target = target_of($caller, $base, $address) or return;
    # The loop ends unless somebody creates and removes the name all the time.
    for (1 .. 40) {
        my $found = $flags & CREATE && $flags & EXCLUSIVE ? -1 : look_at($target);
        if ($found < 0) {
            return answer($caller, ENOENT) if !($flags & CREATE);
            return answer($caller, EROFS) if !may_create($target);
            my $created = system_call('openat', $target->{folder}, "$target->{name}",
                $flags | EXCLUSIVE | CLOSE_ON_EXEC, masked($caller, $mode));
            next if $created < 0 && $! == EEXIST && !($flags & EXCLUSIVE);
            return answer_descriptor($caller, $created, $flags);
        }
        return open_existing($caller, $target, $found, $flags) if type_of($found) != LINK;
        return answer($caller, ELOOP) if $flags & $number->{no_follow};
        $target = follow($caller, $target) or return;
    }
    answer($caller, ELOOP);
}

sub open_existing {
    my ($caller, $target, $found, $flags) = @_;
    my $type = type_of($found);
    return answer($caller, EISDIR) if $type == FOLDER;
    # Without write access the flag to create means nothing for a file that exists.
    return pass_back($caller) if $type != REGULAR && $type != FIFO || !($flags & (ACCESS_MODE | TRUNCATE));
    return answer($caller, EROFS) if is_protected($target) || is_index($target);
    my $reopen = sub {
        my $kept = $flags & ~(CREATE | EXCLUSIVE | $number->{no_follow}) | CLOSE_ON_EXEC;
        answer_descriptor($caller, system_call('openat', CURRENT_FOLDER, "/proc/self/fd/$found", $kept, 0), $flags);
    };
    return $reopen->() if $type == REGULAR;
    # Opening a FIFO blocks until the other end is opened: a child waits for that.
    my $child = fork // return answer($caller, EAGAIN);
    return if $child;
    $reopen->();
    exit 0;
}

# O_TMPFILE: has no name until it is linked.
sub open_temporary {
    my ($caller, $base, $address, $flags, $mode) = @_;
    my $path   = text_at($caller, $address) // return pass_back($caller);
    my $target = brokered($caller, resolve($caller, base_of($caller, $base), "$path/.")) or return;
    my $here   = '.';
    my $file   = system_call('openat', $target->{folder}, $here, $flags | CLOSE_ON_EXEC, masked($caller, $mode));
    answer_descriptor($caller, $file, $flags);
}

sub handle_make {
    my ($call, $caller, $base, $address, $mode, $device) = @_;
    my $target = target_of($caller, $base, $address) or return;
    return answer($caller, EROFS) if !may_create($target);
    my @rest = (masked($caller, $mode), $call eq 'mknodat' ? 0 + $device : ());
    answer_result($caller, system_call($call, $target->{folder}, "$target->{name}", @rest));
}

sub handle_symlink {
    my ($caller, $text, $base, $address) = @_;
    my $target = target_of($caller, $base, $address) or return;
    my $leads  = text_at($caller, $text) // return pass_back($caller);
    return answer($caller, EROFS) if contains_protected($target) || !may_create($target);
    answer_result($caller, system_call('symlinkat', $leads, $target->{folder}, "$target->{name}"));
}

sub handle_link {
    my ($caller, $base, $address, $new_base, $new_address, $flags) = @_;
    my $target = target_of($caller, $new_base, $new_address) or return;
    my $path   = text_at($caller, $address) // return pass_back($caller);
    my $from   = base_of($caller, $base);
    my $source = $path eq '' && $flags & EMPTY_PATH ? $from
        : keep_open($from, own_proc($caller, $path), $flags & FOLLOW ? 0 : $number->{no_follow});
    return answer($caller, $! + 0) if $source < 0;
    # A second name would be a way to write a protected file.
    my $origin = resolve($caller, CURRENT_FOLDER, path_of($source));
    return answer($caller, EROFS)
        if !may_create($target) || $origin && (is_protected($origin) || is_index($origin));
    my $same = "/proc/self/fd/$source";
    answer_result($caller, system_call('linkat', CURRENT_FOLDER, $same, $target->{folder}, "$target->{name}", FOLLOW));
}

sub handle_rename {
    my ($caller, $base, $address, $new_base, $new_address, $flags) = @_;
    my $target = target_of($caller, $new_base, $new_address) or return;
    my $path   = text_at($caller, $address) // return pass_back($caller);
    my $source = resolve($caller, base_of($caller, $base), $path) or return pass_back($caller);
    # Programs copy a file then, and the copy is brokered.
    return answer($caller, EXDEV) if !$source->{brokered};
    # A folder brings its content along.
    my $tree = grep { $_ >= 0 && type_of($_) != REGULAR } look_at($source), $flags & EXCHANGE ? look_at($target) : -1;
    return answer($caller, EROFS)
        if completes_repository($target) || grep { is_protected($_) || $tree && contains_protected($_) } $source, $target;
    # What was made where less is protected must not arrive as a whole: programs copy it instead, file by file.
    return answer($caller, EXDEV)
        if $tree && zone_of($source) ne zone_of($target) && (zone_of($source) ne 'project' || $flags & EXCHANGE);
    return rename_to_index($caller, $source, $target) if is_index($target) && !($flags & EXCHANGE);
    return answer($caller, EROFS) if grep { $flags & EXCHANGE && is_index($_) } $source, $target;
    my @names = map { ($_->{folder}, "$_->{name}") } $source, $target;
    answer_result($caller, system_call('renameat2', @names, 0 + $flags));
}

sub handle_remove {
    my ($caller, $base, $address, $flags) = @_;
    my $target = target_of($caller, $base, $address) or return;
    return answer($caller, EROFS) if is_protected($target);
    answer_result($caller, system_call('unlinkat', $target->{folder}, "$target->{name}", 0 + $flags));
}

sub handle_truncate {
    my ($caller, $address, $length) = @_;
    my $target = target_of($caller, CURRENT_FOLDER, $address) or return;
    for (1 .. 40) {
        my $found = look_at($target);
        return answer($caller, ENOENT) if $found < 0;
        if (type_of($found) == LINK) {
            $target = follow($caller, $target) or return;
            next;
        }
        return pass_back($caller) if type_of($found) != REGULAR;
        return answer($caller, EROFS) if is_protected($target) || is_index($target);
        my $file = system_call('openat', CURRENT_FOLDER, "/proc/self/fd/$found", 1 | CLOSE_ON_EXEC, 0);
        return answer_result($caller, -1) if $file < 0;
        push @open, $file;
        return answer_result($caller, system_call('ftruncate', $file, $length));
    }
    answer($caller, ELOOP);
}

# ---- paths

# The folder of a path, held open, and the name in it. Undefined if the broker has nothing to decide there; the call was
# passed back then.
sub target_of {
    my ($caller, $base, $address) = @_;
    my $path = text_at($caller, $address) // return pass_back($caller);
    return brokered($caller, resolve($caller, base_of($caller, $base), $path));
}

sub brokered {
    my ($caller, $target) = @_;
    # The caller may have been killed, and its number given to another process.
    my $id = pack 'Q', $caller->{id};
    return $target if $target && $target->{brokered} && ioctl $listener, IS_VALID, $id;
    return pass_back($caller);
}

# Undefined if nothing can be created at such a path.
sub resolve {
    my ($caller, $base, $path) = @_;
    my ($above, $name) = own_proc($caller, $path) =~ m{^(.*/)?([^/]+)/*$} or return;
    my $is_itself = $name eq '.' || $name eq '..';
    my $within = $is_itself ? $path : $above;
    my $folder = defined $within ? keep_open($base, $within, $number->{folder_only}) : $base;
    return if $folder < 0;
    my $place = path_of($folder);
    my ($nearest) = grep { is_inside($_->[0], $place) } @places;
    return {
        folder => $folder, name => $name, path => $is_itself ? $place : "$place/$name",
        brokered => $nearest && $nearest->[1],
    };
}

sub follow {
    my ($caller, $target) = @_;
    my $leads = readlink "/proc/self/fd/$target->{folder}/$target->{name}";
    return brokered($caller, resolve($caller, $target->{folder}, $leads // ''));
}

# What a relative path is relative to.
sub base_of {
    my ($caller, $base) = @_;
    my $descriptor = unpack 'l', pack 'L', $base & 0xFFFFFFFF;
    my $proc = "/proc/$caller->{pid}";
    return keep_open(CURRENT_FOLDER, $descriptor == CURRENT_FOLDER ? "$proc/cwd" : "$proc/fd/$descriptor", 0);
}

# `/proc/self` is another process here.
sub own_proc {
    my ($caller, $path) = @_;
    return $path =~ s{^/proc/(?:self|thread-self)/}{/proc/$caller->{pid}/}r;
}

sub keep_open {
    my ($base, $path, $flags) = @_;
    my $descriptor = system_call('openat', $base, "$path", $flags | PATH_ONLY | CLOSE_ON_EXEC, 0);
    push @open, $descriptor if $descriptor >= 0;
    return $descriptor;
}

sub look_at { return keep_open($_[0]{folder}, $_[0]{name}, $number->{no_follow}) }

sub path_of { return readlink("/proc/self/fd/$_[0]") // '' }

sub type_of { return (stat "/proc/self/fd/$_[0]")[2] >> 12 }

# A string in the caller's memory; undefined if it cannot be read.
sub text_at {
    my ($caller, $address) = @_;
    my $text = '';
    while (length $text < 4096) {
        # Not across a page boundary: the next page may not be mapped.
        my $length = 4096 - ($address + length $text) % 4096;
        my $page   = "\0" x $length;
        my ($local, $remote) = (pack('P Q', $page, $length), pack 'Q Q', $address + length $text, $length);
        return if system_call('process_vm_readv', $caller->{pid}, $local, 1, $remote, 1, 0) != $length;
        my $end = index $page, "\0";
        return $text . substr $page, 0, $end if $end >= 0;
        $text .= $page;
    }
    return;
}

# The mode of a new file under the umask of the caller.
sub masked {
    my ($caller, $mode) = @_;
    our %umasks;
    %umasks = () if keys %umasks > 1000;
    my $umask = $umasks{ $caller->{pid} }
        //= read_file("/proc/$caller->{pid}/status") =~ /^Umask:\s*(\d+)/m ? oct $1 : 022;
    return ($mode & 0177777) & ~$umask;
}
